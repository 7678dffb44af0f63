import { rememberByName } from '@interlingua/gateway-kernel'

/** Names by which people know programs whose user agents call them otherwise. */
const known: readonly (readonly [RegExp, string])[] = [
  [/^claude-cli\/([\w.]+)/i, 'claude-code'],
  [/^codex(?:_cli_rs|_exec|-tui|_vscode)?\/([\w.]+)/i, 'codex'],
  [/^GeminiCLI(?:-[^/]*)?\/(?:v)?([\w.]+)/i, 'gemini-cli'],
  [/^QwenCode\/([\w.]+)/i, 'qwen-code'],
  [/^opencode\/(?:[a-z]+\/)?([\w.]+)/i, 'opencode'],
  [/^(?:GitHubCopilotCLI|copilot-cli|copilot)\/([\w.]+)/i, 'copilot-cli'],
  [/^Cline\/([\w.]+)/i, 'cline'],
  [/^(?:Async)?OpenAI\/(\w+) ([\w.]+)/i, 'openai'],
  [/^(?:Async)?Anthropic\/(\w+) ([\w.]+)/i, 'anthropic'],
  [/^google-genai-sdk\/([\w.]+)/i, 'google-genai'],
  [/^ai-sdk\/([\w.-]+)\/([\w.]+)/i, 'ai-sdk'],
]

/** Names of a browser's user agent say nothing of the program. */
const general = /^(?:Mozilla|node|undici|axios|okhttp|Go-http-client|python-requests|python-httpx|curl|Java-http-client)(?:\/|$)/i
const longest = 64

/** Name and version of the program that sent a request: `claude-code 2.1.330`; undefined if its user agent does not tell. */
const nameOf = rememberByName((userAgent: string): string | undefined => {
  for (const [pattern, name] of known) {
    const found = pattern.exec(userAgent)
    if (found) return [name, ...found.slice(1)].join(' ').toLowerCase().slice(0, longest)
  }
  const [, product, version] = /^([\w.@-]+)(?:\/v?([\w.+-]+))?/.exec(userAgent) ?? []
  if (product === undefined) return undefined
  const name = version === undefined ? product : `${product} ${version}`
  return (general.test(userAgent) ? name.split(' ')[0] : name)?.toLowerCase().slice(0, longest)
})

export function clientName(userAgent: string | undefined): string | undefined {
  return userAgent === undefined || userAgent === '' ? undefined : nameOf(userAgent)
}
