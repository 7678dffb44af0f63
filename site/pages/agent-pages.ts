import type { Agent, AgentTarget } from '../../apps/gateway/src/cli/setup/agent.ts'
import { agents } from '../../apps/gateway/src/cli/setup/agents.ts'
import { editText } from '../../apps/gateway/src/cli/setup/edits/edit.ts'
import { syntaxes } from '../../apps/gateway/src/cli/setup/edits/syntaxes.ts'
import { type Machine, placeOf, shortPath } from '../../apps/gateway/src/cli/setup/place-of.ts'
import { addressIn, type Page } from './markdown-page.ts'
import type { SidebarEntry } from './site-map.ts'

/** A user of Linux without variables that move folders. */
const machine: Machine = { environment: { HOME: '/home/you' }, folder: '.', platform: 'linux' }

/** Names of the formats as people know them. */
const formats: Readonly<Record<Agent['speaks'], string>> = {
  messages: 'Anthropic Messages',
  responses: 'OpenAI Responses',
  chat: 'OpenAI Chat Completions',
  contents: 'Gemini contents',
}

const languages: Readonly<Record<keyof typeof syntaxes, string>> = {
  json: 'json',
  toml: 'toml',
  yaml: 'yaml',
  'yaml-list': 'yaml',
  environment: 'ini',
  shell: 'sh',
}

export const agentEntries: readonly SidebarEntry[] = agents.map(({ id, title }) => ({ label: title, slug: `agents/${id}` }))

/** A page for each agent that `interlingua setup` knows, from what the command would write. */
export function agentPages(base: string): readonly Page[] {
  return agents.map((agent) => ({
    slug: `agents/${agent.id}`,
    title: agent.title,
    description: `How to use ${agent.title} with any model through the gateway: by one command, or by hand.`,
    body: bodyOf(agent, base),
  }))
}

function bodyOf(agent: Agent, base: string): string {
  const { id, title, speaks, tried, notes = [], alsoUses = [] } = agent
  const target: AgentTarget = {
    url: 'http://127.0.0.1:8787',
    key: 'KEY',
    model: 'MODEL',
    contextLength: 200_000,
    maxOutput: 32_000,
    missing: [],
  }
  const files = agent.files(target)
  return `${title} speaks ${formats[speaks]} to the gateway, and any model of any provider answers. Version ${tried.version} ${
    tried.by === 'ci' ? 'is set up, driven and taken back in each run of CI' : 'was tried by hand'
  }.

## By a command

With the [gateway running](${addressIn(base, 'guide/start')}), in the same folder:

\`\`\`sh
interlingua setup ${id}
\`\`\`

It makes a key, sends a real request, and only then changes the configuration of ${title}. What stood in it stays. ${
    alsoUses.length === 0
      ? ''
      : `${title} also asks for ${alsoUses.map((model) => `\`${model.id}\``).join(', ')} by itself: where the gateway has no such model, a route to yours is written into \`interlingua.yaml\`. `
  }\`--model\` chooses a model (else one that fits ${agent.prefers.map((pattern) => `\`${pattern}\``).join(', ')} is preferred), \`--print\` shows what would be written. Then start it:

\`\`\`sh
${agent.start(target).join('\n')}
\`\`\`

## Take it back

\`\`\`sh
interlingua setup ${id} --undo
\`\`\`

The files are as they were before, and the key is revoked.

## By hand

The same as files. Put a key of the gateway in place of \`KEY\` ([\`interlingua key create\`](${addressIn(base, 'guide/keys-and-limits')}#keys) makes one), and in place of \`MODEL\` one that \`GET /v1/models\` lists or that a [route](${addressIn(base, 'guide/channels')}) maps.

${files
  .map(
    (file) => `\`\`\`${languages[file.syntax]} title=${JSON.stringify(nameOf(placeOf(file, machine)))}
${editText(syntaxes[file.syntax], '', file.edits).trim()}
\`\`\``,
  )
  .join('\n\n')}
${notes.length === 0 ? '' : `\n## Good to know\n\n${notes.map((note) => `- ${note}`).join('\n')}\n`}
What other agents need, and what each was seen to do: [how to connect an agent](${addressIn(base, 'agents')}).`
}

function nameOf(path: string): string {
  return path.startsWith('./') ? path.slice(2) : shortPath(path, machine)
}
