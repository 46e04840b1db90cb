// SPDX-License-Identifier: Apache-2.0
/* Builds the studio: dist/studio, a folder that works from a server and, without one, from a disk. Plain scripts only: a
 * browser loads no module from a file. engine.js is one function, which a worker runs and from which the page can make a
 * worker by itself. */
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = `${root}dist/studio`;
const WASM = `${root}../wasm/package/croupier.wasm`;

const wasm = {
  name: 'croupier-wasm',
  resolveId: (id) => (id === 'virtual:croupier-wasm' ? `\0${id}` : null),
  load: (id) => (id === '\0virtual:croupier-wasm' ? `export default ${JSON.stringify(gzipSync(readFileSync(WASM), { level: 9 }).toString('base64'))};` : null),
};

/* Fonts lie beside the style sheet, wherever the folder is. */
const fonts = { name: 'croupier-fonts', enforce: 'pre', transform: (code, id) => (id.endsWith('tokens.css') ? code.replaceAll("url('/fonts/", "url('./fonts/") : null) };

const script = (entry, file, plugins, more = {}) =>
  build({
    root: `${root}studio`,
    configFile: false,
    publicDir: false,
    logLevel: 'error', // that a folder has no import.meta, and a browser no files of Node, is known: nothing asks for them there
    plugins,
    resolve: { alias: { yaml: `${root}node_modules/yaml/browser/index.js` } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: out,
      emptyOutDir: false,
      target: 'es2022',
      assetsInlineLimit: 0,
      lib: { entry: `${root}studio/${entry}`, formats: ['iife'], name: 'croupierStudio', fileName: () => file, cssFileName: 'studio' },
      rollupOptions: { output: more, external: [/^\.\/fonts\//] },
    },
  });

mkdirSync(out, { recursive: true });
await script('engine.ts', 'engine.js', [wasm], {
  banner: 'function croupierEngine() {',
  footer: "}\nif (typeof WorkerGlobalScope !== 'undefined') croupierEngine();",
});
await script('main.ts', 'studio.js', [fonts, svelte({ configFile: `${root}svelte.config.js` })]);
copyFileSync(`${root}studio/index.html`, `${out}/index.html`);
copyFileSync(`${root}public/icon.svg`, `${out}/icon.svg`);
if (existsSync(`${root}public/fonts`)) cpSync(`${root}public/fonts`, `${out}/fonts`, { recursive: true });
