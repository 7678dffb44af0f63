import type { ChildProcess } from 'node:child_process'

/** Address that a server prints once it listens. Rejects if the process ends before. */
export function addressOf(child: ChildProcess, name: string): Promise<URL> {
  return new Promise((resolve, reject) => {
    let text = ''
    let found: string | undefined
    // Keeps reading, so that the server's output does not pile up.
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
