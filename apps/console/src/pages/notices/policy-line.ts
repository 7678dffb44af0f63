/** Line of the configuration file, or of a channel in it, that decides about a notice. */
export function policyLine(code: string, decision: 'allow' | 'reject'): string {
  return `policy: { overrides: { ${code}: ${decision} } }`
}
