import type { Violation } from './violation.ts'

/** Runs one case of a law; a thrown error becomes a violation. */
export function attempt(law: string, run: (say: (path: Violation['path'], message: string) => void) => void): readonly Violation[] {
  const violations: Violation[] = []
  try {
    run((path, message) => void violations.push({ law, path, message }))
  } catch (error) {
    violations.push({ law, path: '', message: `threw ${describe(error)}` })
  }
  return violations
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const path = 'path' in error ? ` at ${String(error.path)}` : ''
  const place = error.name === 'TypeError' || error.name === 'RangeError' ? ` (${error.stack?.split('\n')[1]?.trim() ?? ''})` : ''
  return `${error.name}${path}: ${error.message}${place}`
}
