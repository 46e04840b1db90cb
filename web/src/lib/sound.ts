// SPDX-License-Identifier: Apache-2.0
/* The sounds of a table, made here from noise and tones: no file to load. Calls are spoken by the platform's own voice. Silent
 * until somebody has touched the page, as browsers demand, and whenever they have turned it off. */
import { aboutLanguage } from './languages';
import { settings } from './settings.svelte';

type Sound = 'card' | 'chip' | 'win' | 'lose' | 'turn' | 'closed' | 'open';

/* Tones of each sound: when it begins, pitch in Hz, how long it dies away (seconds), how loud. */
const TONES: Record<Exclude<Sound, 'card'>, [number, number, number, number][]> = {
  chip: [[0, 2600, 0.05, 0.5], [0.045, 3300, 0.06, 0.4]],
  win: [[0, 523, 0.25, 0.4], [0.1, 659, 0.25, 0.4], [0.2, 784, 0.3, 0.4], [0.32, 1047, 0.5, 0.45]],
  lose: [[0, 220, 0.25, 0.18]],
  turn: [[0, 880, 0.18, 0.35], [0.13, 1175, 0.3, 0.35]],
  closed: [[0, 392, 0.3, 0.25]],
  open: [[0, 587, 0.3, 0.2]],
};
const CARD_S = 0.07;

class Sounds {
  private context: AudioContext | null = null;
  private noise: AudioBuffer | null = null;

  /* To be called when somebody touched the page. */
  unlock(): void {
    if (!settings.sound) return;
    this.context ??= new AudioContext();
    if (this.context.state === 'suspended') void this.context.resume();
  }

  play(sound: Sound, delayMs = 0): void {
    const context = this.context;
    if (!context || context.state !== 'running' || !settings.sound) return;
    const at = context.currentTime + delayMs / 1000;
    if (sound === 'card') return this.rustle(context, at);
    for (const [from, pitch, length, loud] of TONES[sound]) this.tone(context, at + from, pitch, length, loud);
  }

  /* "No more bets" in the language of the page. */
  say(text: string): void {
    if (!settings.sound || !settings.spoken || !this.context || !('speechSynthesis' in window)) return;
    const speech = new SpeechSynthesisUtterance(text);
    speech.lang = aboutLanguage(settings.language).voice;
    speech.volume = settings.volume / 100;
    speechSynthesis.cancel();
    speechSynthesis.speak(speech);
  }

  private louder(context: AudioContext, at: number, length: number, loud: number): GainNode {
    const gain = context.createGain();
    gain.gain.setValueAtTime(Math.max(0.0001, (loud * settings.volume) / 100), at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    gain.connect(context.destination);
    return gain;
  }

  private tone(context: AudioContext, at: number, pitch: number, length: number, loud: number): void {
    const source = context.createOscillator();
    source.type = 'sine';
    source.frequency.value = pitch;
    source.connect(this.louder(context, at, length, loud));
    source.start(at);
    source.stop(at + length);
  }

  /* A card over the felt: a breath of high noise. */
  private rustle(context: AudioContext, at: number): void {
    if (!this.noise) {
      this.noise = context.createBuffer(1, Math.ceil(context.sampleRate * CARD_S), context.sampleRate);
      const samples = this.noise.getChannelData(0);
      for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
    }
    const source = context.createBufferSource();
    source.buffer = this.noise;
    const filter = context.createBiquadFilter();
    filter.type = 'bandpass';
    filter.frequency.value = 3800;
    source.connect(filter).connect(this.louder(context, at, CARD_S, 0.5));
    source.start(at);
  }
}

export const sounds = new Sounds();
