import { createProgram } from '../../apps/gateway/src/cli/run-cli.ts'
import { addressIn, type Page } from './markdown-page.ts'

type Command = ReturnType<typeof createProgram>

/** Reference of the command line: what `--help` says of each command, from the same definitions. */
export function commandLinePage(base: string): Page {
  return {
    slug: 'reference/command-line',
    title: 'Command line',
    description: 'Every command of interlingua with its arguments, options, defaults and variables of the environment.',
    body: `Every command with its arguments and options, as \`--help\` says them. What they are for: [the command](${addressIn(base, 'guide/command')}). With npx it is \`npx @interlingua/gateway\` in place of \`interlingua\`.

${commandsOf(newProgram(), '')
  .map(({ command, path }) => sectionOf(command, path))
  .join('\n\n')}`,
    depth: 3,
  }
}

/** Commands as they are typed, without `interlingua`. */
export function listCommands(): readonly string[] {
  return commandsOf(newProgram(), '').map(({ path }) => path)
}

function newProgram(): Command {
  return createProgram([], { out: () => {}, err: () => {} })
}

/** Commands that do something, those within others too. */
function commandsOf(command: Command, path: string): readonly { readonly command: Command; readonly path: string }[] {
  if (command.commands.length === 0) return [{ command, path }]
  return command.commands.flatMap((child) => commandsOf(child, `${path} ${child.name()}`.trim()))
}

function sectionOf(command: Command, path: string): string {
  const help = command.createHelp()
  const own = help.visibleOptions(command).filter(({ long }) => long !== '--help')
  return [
    `## ${path}`,
    sentence(command.description()),
    `\`\`\`sh\ninterlingua ${path} ${command.usage()}`.trimEnd().concat('\n```'),
    table(
      'argument',
      help.visibleArguments(command).map((argument) => [help.argumentTerm(argument), help.argumentDescription(argument)]),
    ),
    table(
      'option',
      own.map((option) => [help.optionTerm(option), help.optionDescription(option)]),
    ),
    afterHelp(command),
  ]
    .filter((block) => block !== '')
    .join('\n\n')
}

/** What the command says below its help, such as examples. */
function afterHelp(command: Command): string {
  let printed = ''
  command.configureOutput({ writeOut: (text) => void (printed += text), getOutHelpWidth: () => 80, getOutHasColors: () => false })
  command.outputHelp()
  const after = printed.slice(command.helpInformation().length).trim()
  return after === '' ? '' : `\`\`\`text\n${after}\n\`\`\``
}

function table(what: string, rows: readonly (readonly [term: string, meaning: string])[]): string {
  if (rows.length === 0) return ''
  const lines = rows.map(([term, meaning]) => `| \`${term}\` | ${escape(meaning)} |`.replaceAll('\n', ' '))
  return [`| ${what} | meaning |`, '| --- | --- |', ...lines].join('\n')
}

/** Text of a terminal, as Markdown. */
function escape(text: string): string {
  return text.replaceAll(/[\\|<>*_]/g, String.raw`\$&`)
}

function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1)
  return begun === '' || /[.)!?…]$/.test(begun) ? begun : `${begun}.`
}
