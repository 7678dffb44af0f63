import type { Agent } from './agent.ts'

/** Configuration of an agent as it was run, with the gateway's usual address. */
export function showSetting(agent: Agent): string {
  const { args, env, files } = agent.configure({ url: `http://127.0.0.1:8787${agent.path}`, key: 'KEY', model: 'MODEL' })
  const blocks = Object.entries(files).map(([file, text]) => `# ~/${file}\n${text.trim()}`)
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const words = args.map((word) => (word.includes('\n') ? 'tools.py' : word))
  return [...blocks, ['#', ...variables, agent.command, ...words, '"…"'].join(' ')].join('\n\n')
}
