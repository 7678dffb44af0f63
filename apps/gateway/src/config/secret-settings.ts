/** Names of settings whose values are secret wherever they stand; names of variables and files that hold one are not. */
const secretName = /(?:key|secret|token|password|credential|cookie|authorization)s?$/i

/** True if a setting's value is secret: by its own name, or as a header. */
export function isSecretSetting(path: readonly (string | number)[]): boolean {
  return secretName.test(String(path.findLast((key) => typeof key === 'string'))) || path.slice(0, -1).includes('headers')
}

/** Address without the name and the password in it. */
export function withoutPassword(text: string): string {
  return text.replace(/^(\w+:\/\/)[^/@]*@/, '$1[redacted]@')
}
