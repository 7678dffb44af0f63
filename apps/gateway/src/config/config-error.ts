/** The configuration cannot be used. The message is for the operator: one line for each problem, with its place. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
