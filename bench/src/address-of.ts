import type { ChildProcess } from 'node:child_process'

/** The address that a server prints when it listens. Rejects when the process ends before. */
export function addressOf(child: ChildProcess, name: string): Promise<URL> {
  return new Promise((resolve, reject) => {
    let text = ''
    let found: string | undefined
    // Read on afterwards: what the server writes must not pile up.
    child.stdout?.on('data', (bytes: Buffer) => {
      if (found !== undefined) return
      text += bytes.toString()
      found = /http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d+/.exec(text)?.[0]
      if (found !== undefined) resolve(new URL(found))
    })
    child.once('exit', (code) => reject(new Error(`${name} ended with code ${code} before it listened:\n${text}`)))
    child.once('error', reject)
  })
}
