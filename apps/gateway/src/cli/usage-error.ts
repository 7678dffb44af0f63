/** Words of the parser of commands, and plain ones. */
const rules: readonly (readonly [RegExp, string])[] = [
  // A key is secret, and is not shown again.
  [/option '(--key) <\w+>' argument '[^]*' is invalid\. /, '$1: '],
  [/option '(--[\w-]+)[^']*' argument '([^]*)' is invalid\. /, '$1 $2: '],
  [/command-argument value '([^]*)' is invalid for argument '(\w+)'\. /, '<$2> $1: '],
  [/required option '(--[\w-]+ <\w+>)' not specified/, '$1 is missing'],
  [/missing required argument '(\w+)'/, '<$1> is missing'],
  [/option '(--[\w-]+ <[\w -]+>)' argument missing/, '$1: the value is missing'],
  [/too many arguments for '([\w-]+)'\. Expected 0 arguments but got \d+: (.*)\./, '$1 takes no arguments, and was given: $2'],
  [/too many arguments for '([\w-]+)'\. Expected (\d+) arguments? but got \d+: (.*)\./, '$1 takes $2 at most, and was given: $3'],
  [/Allowed choices are (.*)\./, 'use $1'],
  [/: Use /, ': use '],
  [/: It /, ': it '],
  [/: The /, ': the '],
  [/: (?:\w+: expected|a whole number of seconds is expected)/, ': it must be'],
  [/it must be$/m, 'it must be a whole number of seconds'],
  [/unknown option '--port'/, 'there is no --port here: start has it'],
  [/unknown option '--host'/, 'there is no --host here: start has it'],
  [/unknown option '--config'/, 'there is no --config: the variable INTERLINGUA_CONFIG of the environment names the file'],
  [/unknown option '--data'/, 'there is no --data: the variable INTERLINGUA_DATA of the environment names the folder'],
]

/** Message of the parser of commands as a user reads it: what is wrong, what to write, and where the commands stand. */
export function plainUsageError(text: string, commands: readonly string[]): string {
  let plain = text
  for (const [pattern, words] of rules) plain = plain.replace(pattern, words)
  const unknown = /unknown command '([^']*)'\n?$/.exec(plain)?.[1]
  return unknown === undefined ? plain : `${plain.trimEnd()}: use ${commands.join(', ')}\n`
}
