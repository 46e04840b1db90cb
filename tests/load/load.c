/* SPDX-License-Identifier: Apache-2.0 */
/* load.c - many terminals that play real rounds: load PORT TERMINALS TABLES SECONDS [PID [PLAYERS
 * [THINK_MS]]]
 *
 * Terminals log in as guests of a demo, watch table t1 to tTABLES in turn (or those that TABLES names, with
 * commas between them), bet when bets are open and answer when they are asked, whatever the game: they do the
 * first thing they are offered, after up to two seconds of thought (THINK_MS), as people at three hundred
 * tables do not all move in the same instant. Like the pages they are told what has changed, and keep the few
 * members of the state that they go by. One thread, epoll, its own few lines of WebSocket, so that it
 * measures the server and not a library. Terminals behind the first PLAYERS only watch. Prints one line a
 * figure. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum {
    THINK_MS = 2000,
    TABLE_NAME_MAX = 24,
    BUFFER_MAX = 1 << 18,
    TERMINALS_MAX = 20000,
    SAMPLES_MAX = 4000000,
    SECONDS_MAX = 3600,
    APART_SECONDS = 10,
    EVENTS_MAX = 256
};

/* Members of a table's state that a terminal goes by. */
enum member { MEMBER_PHASE, MEMBER_STAKES, MEMBER_WANTS, MEMBER_OFFERS, MEMBER_COUNT };

static const char *const member_names[] = {[MEMBER_PHASE] = "phase",
                                           [MEMBER_STAKES] = "stakes",
                                           [MEMBER_WANTS] = "wants",
                                           [MEMBER_OFFERS] = "offers"};

struct terminal {
    int socket;
    unsigned number;
    char user[32];
    char *buffer;
    size_t used;
    bool upgraded;
    bool waiting;   /* for an answer */
    char words[96]; /* of the act they are thinking about; "": none */
    int64_t due_us; /* when they have thought */
    int64_t sent_us;
    unsigned acts;
    char *members[MEMBER_COUNT]; /* as they were told last; NULL: not yet */
};

struct load {
    unsigned port;
    unsigned terminal_count;
    unsigned table_count;
    char (*tables)[TABLE_NAME_MAX];
    int think_ms;
    unsigned player_count; /* terminals from this number on only watch */
    struct terminal *terminals;
    int epoll;
    bool playing;
    uint32_t *samples; /* microseconds to an answer */
    unsigned sample_count;
    int64_t began_us;           /* when they began to play */
    unsigned ends[SECONDS_MAX]; /* of each second of play: how many samples there were at its end */
    uint64_t messages;
    uint64_t bytes;
    uint64_t refused;
    uint64_t closed;
};

static int64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void die(const char *what)
{
    perror(what);
    exit(2);
}

static int connect_to(unsigned port)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int one = 1;
    int peer = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (peer < 0 || connect(peer, (struct sockaddr *)&to, sizeof to) != 0)
        die("connect");
    setsockopt(peer, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return peer;
}

/* ---- Log-in: plain requests, one after the other. ---- */

static void text_between(const char *text, const char *before, char *value, size_t size)
{
    const char *at = strstr(text, before);
    value[0] = 0;
    if (at)
        snprintf(value, size, "%.*s", (int)strcspn(at + strlen(before), "\""), at + strlen(before));
}

static void log_in(struct load *load, struct terminal *terminal, char token[80])
{
    static const char body[] = "{\"demo\":\"player\"}";
    char text[8192];
    size_t used = 0;
    int peer = connect_to(load->port);
    int size = snprintf(
        text, sizeof text,
        "POST /api/session HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: %zu\r\n\r\n%s",
        sizeof body - 1, body);
    if (write(peer, text, (size_t)size) != size)
        die("write");
    for (ssize_t got;
         used < sizeof text - 1 && (got = read(peer, text + used, sizeof text - 1 - used)) > 0;) {
        used += (size_t)got;
        text[used] = 0;
        if (strstr(text, "\"number\":"))
            break;
    }
    close(peer);
    text_between(text, "\"token\":\"", token, 80);
    text_between(text, "\"user\":\"", terminal->user, sizeof terminal->user);
    if (!token[0]) {
        fprintf(stderr, "load: no session: %s\n", text);
        exit(2);
    }
}

/* ---- WebSocket. ---- */

enum opcode { OPCODE_TEXT = 1, OPCODE_PING = 9, OPCODE_PONG = 10 };

static void send_frame(struct terminal *terminal, enum opcode opcode, const char *text, size_t size)
{
    unsigned char frame[1024];
    size_t head = size < 126 ? 6 : 8;
    frame[0] = (unsigned char)(0x80 | opcode);
    frame[1] = (unsigned char)(0x80 | (size < 126 ? size : 126));
    if (size >= 126) {
        frame[2] = (unsigned char)(size >> 8);
        frame[3] = (unsigned char)size;
    }
    memset(frame + head - 4, 0, 4); /* a mask of zeros leaves the text as it is */
    memcpy(frame + head, text, size);
    if (write(terminal->socket, frame, head + size) != (ssize_t)(head + size) && errno != EAGAIN)
        terminal->upgraded = false;
}

static void send_text(struct terminal *terminal, const char *text)
{
    send_frame(terminal, OPCODE_TEXT, text, strlen(text));
}

static const char *table_of(const struct load *load, const struct terminal *terminal)
{
    return load->tables[terminal->number % load->table_count];
}

static void watch(const struct load *load, struct terminal *terminal)
{
    char text[96];
    snprintf(text, sizeof text, "{\"type\":\"watch\",\"table\":\"%s\"}", table_of(load, terminal));
    send_text(terminal, text);
}

static void open_terminal(struct load *load, unsigned number)
{
    struct terminal *terminal = &load->terminals[number];
    char token[80];
    char text[512];
    terminal->number = number;
    log_in(load, terminal, token);
    terminal->socket = connect_to(load->port);
    terminal->buffer = malloc(BUFFER_MAX);
    int size = snprintf(text, sizeof text,
                        "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                        "Sec-WebSocket-Protocol: croupier.1\r\n\r\n");
    if (write(terminal->socket, text, (size_t)size) != size)
        die("write");
    while (!terminal->upgraded) {
        ssize_t got =
            read(terminal->socket, terminal->buffer + terminal->used, BUFFER_MAX - terminal->used - 1);
        if (got <= 0)
            die("upgrade");
        terminal->used += (size_t)got;
        terminal->buffer[terminal->used] = 0;
        char *end = strstr(terminal->buffer, "\r\n\r\n");
        if (!end)
            continue;
        size_t head = (size_t)(end - terminal->buffer) + 4;
        memmove(terminal->buffer, terminal->buffer + head, terminal->used - head);
        terminal->used -= head;
        terminal->upgraded = true;
    }
    snprintf(text, sizeof text, "{\"type\":\"hello\",\"protocol\":1,\"changes\":true,\"token\":\"%s\"}",
             token);
    send_text(terminal, text);
    watch(load, terminal);
    fcntl(terminal->socket, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = number};
    epoll_ctl(load->epoll, EPOLL_CTL_ADD, terminal->socket, &event);
}

/* ---- Playing. ---- */

static void act(struct load *load, struct terminal *terminal)
{
    char text[400];
    snprintf(text, sizeof text, "{\"type\":\"act\",\"id\":\"l%u-%u-%lld\",\"table\":\"%s\",\"act\":\"%s\"}",
             terminal->number, terminal->acts++, (long long)now_us(), table_of(load, terminal),
             terminal->words);
    terminal->words[0] = 0;
    terminal->waiting = true;
    terminal->sent_us = now_us();
    send_text(terminal, text);
}

/* The first offer that starts with `verb`; with several bets on offer the terminal takes its own area. */
static bool take_offer(struct terminal *terminal, const char *offers, const char *verb)
{
    char wanted[48];
    snprintf(wanted, sizeof wanted, "\"act\":\"%s", verb);
    const char *at = strstr(offers, wanted);
    if (!at)
        return false;
    at += strlen("\"act\":\"");
    snprintf(terminal->words, sizeof terminal->words, "%.*s", (int)strcspn(at, "\""), at);
    return true;
}

/* Puts what they would do now into their words. */
static void choose(const struct load *load, struct terminal *terminal)
{
    char own[64];
    char bet[32];
    const char *offers = terminal->members[MEMBER_OFFERS];
    const char *stakes = terminal->members[MEMBER_STAKES];
    const char *phase = terminal->members[MEMBER_PHASE];
    const char *wants = terminal->members[MEMBER_WANTS];
    if (!offers || !stakes || !phase || !wants)
        return;
    if (strcmp(phase, "\"betting\"") == 0) {
        snprintf(own, sizeof own, "{\"who\":\"%s\"", terminal->user);
        snprintf(bet, sizeof bet, "bet %u main", terminal->number / load->table_count % 7 + 1);
        if (!strstr(stakes, own) && !take_offer(terminal, offers, bet))
            take_offer(terminal, offers, "bet banker");
        return;
    }
    const char *from = strstr(wants, "\"from\":[");
    snprintf(own, sizeof own, "\"%s\"", terminal->user);
    const char *named = from ? strstr(from, own) : NULL;
    if (!named || named > strchr(from, ']'))
        return;
    static const char *const verbs[] = {"decline", "stand", "hit", "continue"};
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (take_offer(terminal, offers, verbs[i]))
            return;
}

/* The end of the value that begins here. */
static const char *skip_value(const char *at)
{
    unsigned depth = 0;
    for (; *at; at++) {
        if (*at == '"') {
            for (at++; *at && *at != '"'; at++)
                at += *at == '\\' && at[1];
        } else if (*at == '{' || *at == '[') {
            depth++;
        } else if (*at == '}' || *at == ']') {
            if (depth == 0)
                return at;
            depth--;
        } else if (*at == ',' && depth == 0) {
            return at;
        }
    }
    return at;
}

/* Keeps what is told of the state: all of it, or what has changed. */
static void keep_members(struct terminal *terminal, const char *text)
{
    const char *whole = strstr(text, "\"state\":{");
    const char *changes = strstr(text, "\"changes\":{");
    const char *at = changes ? changes + strlen("\"changes\":{") : whole ? whole + strlen("\"state\":{") : "";
    while (*at == '"') {
        const char *key = at + 1;
        const char *value = strchr(key, '"');
        if (!value || value[1] != ':')
            return;
        size_t length = (size_t)(value - key);
        const char *end = skip_value(value += 2);
        for (unsigned i = 0; i < MEMBER_COUNT; i++)
            if (strlen(member_names[i]) == length && memcmp(member_names[i], key, length) == 0) {
                free(terminal->members[i]);
                terminal->members[i] = strndup(value, (size_t)(end - value));
            }
        at = *end == ',' ? end + 1 : "";
    }
}

/* When the table moves on while they think, they think of something else, but not longer. */
static void play(const struct load *load, struct terminal *terminal, const char *text)
{
    if (terminal->number >= load->player_count)
        return;
    keep_members(terminal, text);
    if (!load->playing || terminal->waiting)
        return;
    terminal->words[0] = 0;
    choose(load, terminal);
    if (!terminal->words[0])
        terminal->due_us = 0;
    else if (!terminal->due_us)
        terminal->due_us = now_us() + (load->think_ms ? rand() % (load->think_ms * 1000) : 0);
}

static void act_when_due(struct load *load)
{
    int64_t now = now_us();
    for (unsigned i = 0; i < load->terminal_count; i++) {
        struct terminal *terminal = &load->terminals[i];
        if (!terminal->words[0] || terminal->waiting || terminal->due_us > now)
            continue;
        terminal->due_us = 0;
        act(load, terminal);
    }
}

static void answered(struct load *load, struct terminal *terminal, const char *text)
{
    int64_t now = now_us();
    int64_t second = (now - load->began_us) / 1000000;
    terminal->waiting = false;
    if (load->sample_count < SAMPLES_MAX)
        load->samples[load->sample_count++] = (uint32_t)(now - terminal->sent_us);
    if (second < SECONDS_MAX)
        load->ends[second] = load->sample_count;
    load->refused += strstr(text, "\"ok\":false") != NULL;
}

static void message(struct load *load, struct terminal *terminal, char *text, size_t size)
{
    char kept = text[size];
    text[size] = 0;
    load->messages++;
    load->bytes += size;
    if (strncmp(text, "{\"type\":\"answer\"", 16) == 0)
        answered(load, terminal, text);
    else
        play(load, terminal, text);
    text[size] = kept;
}

/* Cuts the buffer into frames; returns how many bytes are used up. */
static size_t take_frames(struct load *load, struct terminal *terminal)
{
    size_t at = 0;
    for (;;) {
        unsigned char *head = (unsigned char *)terminal->buffer + at;
        size_t left = terminal->used - at;
        if (left < 2)
            return at;
        size_t size = head[1] & 127;
        size_t skip = size == 126 ? 4 : size == 127 ? 10 : 2;
        if (left < skip)
            return at;
        if (size == 126)
            size = (size_t)head[2] << 8 | head[3];
        else if (size == 127)
            size = (size_t)head[6] << 24 | (size_t)head[7] << 16 | (size_t)head[8] << 8 | head[9];
        if (left < skip + size)
            return at;
        if ((head[0] & 15) == OPCODE_TEXT)
            message(load, terminal, terminal->buffer + at + skip, size);
        else if ((head[0] & 15) == OPCODE_PING)
            send_frame(terminal, OPCODE_PONG, terminal->buffer + at + skip, size);
        at += skip + size;
    }
}

static void readable(struct load *load, struct terminal *terminal)
{
    ssize_t got = read(terminal->socket, terminal->buffer + terminal->used, BUFFER_MAX - terminal->used - 1);
    if (got <= 0) {
        if (got < 0 && errno == EAGAIN)
            return;
        load->closed++;
        epoll_ctl(load->epoll, EPOLL_CTL_DEL, terminal->socket, NULL);
        return;
    }
    terminal->used += (size_t)got;
    size_t done = take_frames(load, terminal);
    memmove(terminal->buffer, terminal->buffer + done, terminal->used - done);
    terminal->used -= done;
}

static void run_for(struct load *load, double seconds)
{
    int64_t end = now_us() + (int64_t)(seconds * 1e6);
    struct epoll_event events[EVENTS_MAX];
    while (now_us() < end) {
        int count = epoll_wait(load->epoll, events, EVENTS_MAX, 5);
        act_when_due(load);
        for (int i = 0; i < count; i++)
            readable(load, &load->terminals[events[i].data.u32]);
    }
}

/* ---- Figures. ---- */

static int by_size(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static long resident_kb(const char *pid)
{
    char name[64];
    char line[256];
    long kb = 0;
    snprintf(name, sizeof name, "/proc/%s/status", pid);
    FILE *in = fopen(name, "r");
    while (in && fgets(line, sizeof line, in))
        if (strncmp(line, "VmRSS:", 6) == 0)
            kb = strtol(line + 6, NULL, 10);
    if (in)
        fclose(in);
    return kb;
}

static double own_cpu(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

/* What 99 % of these samples waited at most; puts them in order. */
static double p99_ms(uint32_t *samples, unsigned count)
{
    qsort(samples, count, sizeof *samples, by_size);
    return count ? samples[(uint64_t)count * 99 / 100] / 1000.0 : 0;
}

/* All begin in the same instant, at tables that are all open: a crowd no house has, and a measure of its own.
 * Each second by itself tells that crowd from the tables once they have come apart. */
static void report_seconds(struct load *load, double seconds)
{
    unsigned from = 0;
    unsigned apart = 0;
    printf("server/seconds %.0f s, acts answered in each and what 99 %% waited at most in ms:", seconds);
    for (unsigned i = 0; i < SECONDS_MAX && i < seconds; i++) {
        unsigned count = load->ends[i] > from ? load->ends[i] - from : 0;
        printf(" %u:%.0f", count, p99_ms(load->samples + from, count));
        from += count;
        if (i + 1 == APART_SECONDS)
            apart = from;
    }
    putchar('\n');
    if (seconds > APART_SECONDS)
        printf("server/answer_p99_apart %.2f ms from second %d on, when tables have come apart\n",
               p99_ms(load->samples + apart, load->sample_count - apart), APART_SECONDS);
}

static void report(struct load *load, double seconds)
{
    unsigned count = load->sample_count;
    report_seconds(load, seconds);
    qsort(load->samples, count, sizeof *load->samples, by_size);
    printf("server/acts %.0f acts/s by terminals, each durable before its answer\n", count / seconds);
    printf("server/answer_p50 %.2f ms\n", count ? load->samples[count / 2] / 1000.0 : 0);
    printf("server/answer_p99 %.2f ms\n", count ? load->samples[(uint64_t)count * 99 / 100] / 1000.0 : 0);
    printf("server/answer_max %.2f ms\n", count ? load->samples[count - 1] / 1000.0 : 0);
    printf("server/messages %.0f messages/s to terminals, %.1f MB/s\n", (double)load->messages / seconds,
           (double)load->bytes / seconds / 1e6);
    printf("server/refused %.3f %% of the acts (the round had moved on)\n",
           count ? 100.0 * (double)load->refused / count : 0);
    printf("server/closed %llu connections lost\n", (unsigned long long)load->closed);
}

/* t1 to t12, or their names. */
static void read_tables(struct load *load, const char *words)
{
    unsigned count = (unsigned)strtoul(words, NULL, 10);
    unsigned room = count ? count : (unsigned)strlen(words);
    load->tables = calloc(room + 1, sizeof *load->tables);
    if (!load->tables)
        die("load");
    for (unsigned i = 0; i < count; i++)
        snprintf(load->tables[i], TABLE_NAME_MAX, "t%u", i + 1);
    for (const char *at = words; !count && *at; at += strcspn(at, ","), at += *at == ',')
        snprintf(load->tables[load->table_count++], TABLE_NAME_MAX, "%.*s", (int)strcspn(at, ","), at);
    load->table_count += count;
}

int main(int argc, char **argv)
{
    struct load load = {0};
    struct rlimit files;
    if (argc < 5) {
        fprintf(stderr, "usage: load PORT TERMINALS TABLES SECONDS [PID [PLAYERS [THINK_MS]]]\n");
        return 2;
    }
    load.port = (unsigned)atoi(argv[1]);
    load.terminal_count = (unsigned)atoi(argv[2]);
    read_tables(&load, argv[3]);
    double seconds = atof(argv[4]);
    const char *pid = argc > 5 ? argv[5] : "self";
    load.player_count = argc > 6 ? (unsigned)atoi(argv[6]) : load.terminal_count;
    load.think_ms = argc > 7 ? atoi(argv[7]) : THINK_MS;
    if (load.terminal_count > TERMINALS_MAX || load.table_count == 0)
        return 2;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    load.terminals = calloc(load.terminal_count, sizeof *load.terminals);
    load.samples = malloc(SAMPLES_MAX * sizeof *load.samples);
    load.epoll = epoll_create1(EPOLL_CLOEXEC);
    if (!load.terminals || !load.samples || load.epoll < 0)
        die("load");
    /* The first terminals fill what the server has lying about from its start; the others are counted. */
    unsigned first = load.terminal_count / 10;
    long before_kb = 0;
    for (unsigned i = 0; i < load.terminal_count; i++) {
        if (i == first) {
            run_for(&load, 1);
            before_kb = resident_kb(pid);
        }
        open_terminal(&load, i);
        if (i % 50 == 49)
            run_for(&load, 0.001);
    }
    run_for(&load, 2);
    printf("server/idle_terminal %.1f KB resident in the server, %ld MB in all\n",
           (double)(resident_kb(pid) - before_kb) / (load.terminal_count - first), resident_kb(pid) / 1024);
    double busy = own_cpu();
    load.playing = true;
    load.began_us = now_us();
    load.messages = load.bytes = 0;
    for (unsigned i = 0; i < load.terminal_count; i++)
        watch(&load, &load.terminals[i]);
    run_for(&load, seconds);
    report(&load, seconds);
    printf("server/generator %.0f %% of one processor in the load generator\n",
           100 * (own_cpu() - busy) / seconds);
    return 0;
}
