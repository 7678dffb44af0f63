import { createRequire } from 'node:module'
import { Refusal } from './media/refusal.ts'

const { resolve } = createRequire(import.meta.url)

/** Throws a Refusal with installation instructions where one of these packages is missing. The demo's texts need none of them. */
export function demandPackages(...names: readonly string[]): void {
  const missing = names.filter((name) => !isInstalled(name))
  if (missing.length === 0) return
  throw new Refusal({
    code: 'unsupported',
    message: `The demo's pictures and videos need ${missing.join(' and ')}, not installed here. Run npm install ${missing.join(' ')} beside the demo, and start it again`,
    retryable: false,
    status: 501,
  })
}

function isInstalled(name: string): boolean {
  try {
    resolve(name)
    return true
  } catch {
    return false
  }
}
