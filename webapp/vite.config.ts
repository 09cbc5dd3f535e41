import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** The server a development page talks to; `npm run dev` proxies its API. */
const backend = process.env.TILERUMMY_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/tilerummy/web/static',
    emptyOutDir: true,
    // Inlined assets would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: backend, ws: true } },
  },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
});
