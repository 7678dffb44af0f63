import { ConfigError } from '@interlingua/gateway-kernel'
import { parseConfig } from '../../src/config/read-config.ts'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandMistakes } from '../cli/command-mistakes.ts'
import { cli } from '../cli/run-cli.ts'
import { fileMistakes } from './file-mistakes.ts'

/** Says what is wrong with a file; `accepted` if nothing is. */
export function messageOf(text: string): string {
  try {
    parseConfig(text, 'f')
    return 'accepted'
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message
  }
}

/** Page of the documentation about mistakes and what is said of them. Written by `node apps/gateway/test/config/mistakes-page.ts > docs/mistakes.md`. */
export async function mistakesPage(): Promise<string> {
  const groups = fileMistakes.map(({ title, wrap, parts }) => {
    const rows = parts.map((part) => `| ${cell(part)} | ${words(messageOf(wrap(part)))} |`)
    return `### ${title}\n\n| in the file | said |\n| --- | --- |\n${rows.join('\n')}\n`
  })
  const commands: string[] = []
  for (const argv of commandMistakes) {
    const { code, said } = await wrongCommand(argv)
    commands.push(
      `| \`${argv.map((word) => (word === '' || word.includes(' ') ? `"${word}"` : word)).join(' ')}\` | ${code} | ${words(said)} |`,
    )
  }
  return `# Mistakes, and what is said of them

This page is made by a test from what the program says. \`f:6:5\` is the line and the column in the file \`f\`, of which only the part in question is shown.

## In \`interlingua.yaml\`

${groups.join('\n')}
## In commands

Each begins with \`interlingua\`. Below what is said stands how to get the help of the command, or of the file's check.

| command | exit code | said |
| --- | --- | --- |
${commands.join('\n')}
`
}

/** Runs a wrong command in a place of its own. Its last line, which says what to run next, is left out. */
export async function wrongCommand(
  argv: readonly string[],
): Promise<{ readonly code: number; readonly said: string; readonly next: string }> {
  const saved = { ...process.env }
  const data = join(tmpdir(), 'interlingua-mistakes')
  Object.assign(process.env, { INTERLINGUA_CONFIG: '', INTERLINGUA_DATA: data, DATABASE_URL: '' })
  for (const name of Object.keys(process.env)) if (/_API_KEY$|^INTERLINGUA_URL$/.test(name)) delete process.env[name]
  try {
    const { code, err } = await cli(...argv)
    const lines = err.replaceAll(data, 'the data folder').replaceAll('npm start --', 'interlingua').trim().split('\n')
    const isHelp = lines.at(-1)?.startsWith('Help: ') === true
    return { code, said: (isHelp ? lines.slice(0, -1) : lines).join('\n').trim(), next: lines.at(-1) ?? '' }
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in saved)) delete process.env[name]
    Object.assign(process.env, saved)
  }
}

/** Text as code in a cell of a table. */
function cell(text: string): string {
  return `\`${text
    .replace('channels:\n  - name: a\n', '')
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .join(' ⏎ ')
    .replaceAll('\t', '⇥')
    .replaceAll('|', '\\|')}\``
}

function words(text: string): string {
  return text
    .replaceAll(/[<>]/g, (sign) => (sign === '<' ? '&lt;' : '&gt;'))
    .replaceAll('*', '\\*')
    .replaceAll('|', '\\|')
    .replaceAll('\n', '<br>')
}

if (import.meta.main) process.stdout.write(await mistakesPage())
