import { Miniflare } from 'miniflare'
import { check } from './check.js'

const worker = new Miniflare({
  modules: true,
  scriptPath: 'worker.bundle.js',
  compatibilityDate: '2026-07-01',
  bindings: { PROVIDER: process.env.PROVIDER },
})
await check((path, init) => worker.dispatchFetch(`http://host${path}`, init))
await worker.dispose()
console.log('ok')
