import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FormatId } from './format-id.ts'

const files = {
  messages: ['@anthropic-ai/sdk/resources/messages/messages.d.ts', '@anthropic-ai/sdk/resources/beta/messages/messages.d.ts'],
  chat: ['openai/resources/chat/completions/completions.d.ts'],
  responses: ['openai/resources/responses/responses.d.ts'],
  contents: ['@google/genai/dist/genai.d.ts'],
} as const satisfies Readonly<Record<FormatId, readonly string[]>>

/** Keys that an SDK declares for an interface of its wire types, in all files that declare it. */
export function sdkKeys(format: FormatId, name: string): readonly string[] {
  const keys = files[format].flatMap((file) => {
    const text = readFileSync(fileURLToPath(new URL(`../node_modules/${file}`, import.meta.url)), 'utf8')
    const body = new RegExp(`export (?:declare )?(?:interface|class) ${name}\\b[^{]*\\{(.*?)\\n\\}`, 's').exec(text)?.[1] ?? ''
    return [...body.matchAll(/\n {4}(\w+)\??:/g)].map(([, key]) => key ?? '')
  })
  return [...new Set(keys)]
}
