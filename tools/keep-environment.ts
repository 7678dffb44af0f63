type Environment = Record<string, string | undefined>

/**
 * Remembers the variables of an environment; the returned function puts them back. Files of the fast tier share a process: a variable that
 * one leaves behind would be another one's.
 */
export function keepEnvironment(environment: Environment): () => void {
  const before: Environment = { ...environment }
  return () => {
    for (const name of Object.keys(environment)) if (!(name in before)) delete environment[name]
    for (const [name, value] of Object.entries(before)) if (environment[name] !== value) environment[name] = value
  }
}
