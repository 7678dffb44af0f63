import type { JsonObject } from '@interlingua/core'
import type { FormatId } from './format-id.ts'
import type { Sealed } from './law-seals.ts'
import type { Returns } from './returned-turn.ts'

export interface Return {
  readonly upstream: FormatId
  readonly client: FormatId
  readonly how: Returns
  readonly streamed: boolean
  readonly heard: JsonObject
  readonly sealed: Sealed
}

/** Reasons for a missing seal that the law of seals accepts. Each occurs in this project's corpus, or was recorded. */
const reasons: readonly { readonly why: string; readonly holds: (given: Return) => boolean }[] = [
  {
    why: 'a chat client that returns documented fields alone returns no seal at all',
    holds: ({ client, how }) => client === 'chat' && how === 'no unknown fields',
  },
  {
    why: 'a chat client that returns no reasoning has calls as its only slot: seals of texts, and of an answer without calls, are gone',
    holds: ({ client, how, upstream, heard }) => client === 'chat' && how === 'no thoughts' && (upstream === 'contents' || !calls(heard)),
  },
  {
    why: 'the official SDK of chat keeps the last list of reasoning entries of a stream alone',
    holds: ({ client, streamed, sealed }) => client === 'chat' && streamed && sealed.seals.length > 1,
  },
  {
    why: 'a chat completion has no place for a picture, and nothing comes back that bears its seal',
    holds: ({ client, upstream, sealed }) =>
      client === 'chat' && upstream === 'contents' && /"inlineData"/.test(JSON.stringify(sealed.answer)),
  },
  {
    why: 'a messages client that drops thinking drops its signature',
    holds: ({ client, how }) => client === 'messages' && how === 'no thoughts',
  },
  {
    why: 'a block behind the last text would be taken for the answer: the seal of that text, which Gemini does not ask for, is left out',
    holds: ({ client, upstream, heard }) => client === 'messages' && upstream === 'contents' && !calls(heard),
  },
  {
    why: 'a hosted call that another format has no item for takes its seal with it',
    holds: ({ upstream, sealed }) => upstream === 'contents' && /"(executableCode|toolCall)"/.test(JSON.stringify(sealed.answer)),
  },
  {
    why: 'OpenAI refuses a reasoning item that nothing of its answer follows: one that was cut, or whose picture is gone, is not sent',
    holds: ({ upstream, sealed }) =>
      (upstream === 'responses' && /"image_generation_call"/.test(JSON.stringify(sealed.answer))) ||
      (upstream === 'responses' && !/"type":"(function_call|custom_tool_call|message)"/.test(JSON.stringify(sealed.answer))),
  },
]

function calls(heard: JsonObject): boolean {
  return /"(tool_use|tool_calls|function_call|custom_tool_call|functionCall)":?/.test(
    JSON.stringify(heard).replaceAll('"tool_calls":[]', ''),
  )
}

export function reasonOf(given: Return): string | undefined {
  return reasons.find(({ holds }) => holds(given))?.why
}
