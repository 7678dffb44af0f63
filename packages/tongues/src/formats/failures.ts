import type { FailureClass } from './gist.ts'

/** Status by which all vendors answer a failure of a class. */
export const statusOf: Readonly<Record<FailureClass, number>> = {
  invalid: 400,
  auth: 401,
  permission: 403,
  missing: 404,
  large: 413,
  rate: 429,
  server: 500,
  unavailable: 503,
  overloaded: 529,
  timeout: 504,
}

/** Class of a failure that says nothing but its status. */
export function classOf(status: number): FailureClass {
  const found = Object.entries(statusOf).find(([, each]) => each === status)
  // Keys of the table are the classes.
  if (found !== undefined) return found[0] as FailureClass
  return status >= 500 ? 'server' : 'invalid'
}
