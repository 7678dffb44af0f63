import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'

/** Writes each file a second and a third time, compressed as well as can be: the gateway sends those to browsers that take them. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  writeBundle({ dir = '' }, bundle) {
    for (const name of Object.keys(bundle)) {
      if (!/\.(?:js|css|html|svg)$/.test(name)) continue
      const bytes = readFileSync(join(dir, name))
      writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }))
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
    }
  },
}

/** Origin of the gateway that answers the admin API while the page is developed. */
const gateway = process.env['INTERLINGUA_URL'] ?? 'http://127.0.0.1:8787'

export default defineConfig({
  base: '/console/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2023',
    // Browsers that take the page load modules by themselves.
    modulePreload: { polyfill: false },
    // The policy of the page takes no scripts or styles in line, and images only as files.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  plugins: [compressed],
  server: { proxy: { '/admin/api': { target: gateway, changeOrigin: true }, '/v1': gateway, '/v1beta': gateway } },
})
