import type { Command } from 'commander'

export type Shell = 'bash' | 'zsh' | 'fish'

export const shells: readonly Shell[] = ['bash', 'zsh', 'fish']

/** Words that may follow a path of commands, such as `key create`. */
interface Words {
  readonly path: string
  readonly words: readonly string[]
}

/** Script by which a shell completes commands and options. `extra`: further words of a command, by its path. */
export function completionScript(program: Command, shell: Shell, extra: Readonly<Record<string, readonly string[]>>): string {
  const all = wordsOf(program, '', extra)
  return shell === 'fish' ? fishScript(all) : `${shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : ''}${bashScript(all)}`
}

function wordsOf(command: Command, path: string, extra: Readonly<Record<string, readonly string[]>>): readonly Words[] {
  const options = command.options.filter(({ hidden }) => !hidden).map(({ long }) => long ?? '')
  const words = [...command.commands.map((each) => each.name()), ...(extra[path] ?? []), ...options, '--help']
  return [
    { path, words },
    ...command.commands.flatMap((each) => wordsOf(each, path === '' ? each.name() : `${path} ${each.name()}`, extra)),
  ]
}

function bashScript(all: readonly Words[]): string {
  const cases = all.map(({ path, words }) => `    "${path}") words="${words.join(' ')}" ;;`)
  return `_interlingua() {
  local path="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
${all
  .filter(({ path }) => path !== '')
  .map(({ path }) => `      "${path.includes(' ') ? '' : ' '}${path}") path="${path}" ;;`)
  .join('\n')}
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
  if [ \${#COMPREPLY[@]} -eq 0 ]; then COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")); fi
}
complete -F _interlingua interlingua
`
}

function fishScript(all: readonly Words[]): string {
  return all
    .map(({ path, words }) => {
      const seen = path.split(' ').filter(Boolean)
      const condition =
        seen.length === 0 ? '__fish_use_subcommand' : seen.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')
      return `complete -c interlingua -n '${condition}' -a '${words.join(' ')}'\n`
    })
    .join('')
}
