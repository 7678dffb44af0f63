import { chatDialects } from './chat-dialects.ts'
import type { ChatDialect } from './chat-dialects.ts'

/** The deviations of known servers. */
const servers: Readonly<Record<string, readonly ChatDialect[]>> = {
  deepseek: ['usage-last', 'reasoning-replay'],
  openrouter: ['reasoning', 'reasoning-details'],
  vllm: ['reasoning', 'usage-always'],
  'llama-cpp': ['whole-calls', 'usage-last'],
  ollama: ['whole-calls', 'restarted-index', 'missing-type', 'usage-last', 'reasoning'],
}

/** The flags that the words of a directive name, or the first unknown word. */
export function readChatDialects(words: readonly string[]): ReadonlySet<ChatDialect> | string {
  const flags = new Set<ChatDialect>()
  for (const word of words) {
    const server = Object.hasOwn(servers, word) ? servers[word] : undefined
    if (server) for (const flag of server) flags.add(flag)
    else if (isDialect(word)) flags.add(word)
    else return word
  }
  return flags
}

function isDialect(word: string): word is ChatDialect {
  return Object.hasOwn(chatDialects, word)
}
