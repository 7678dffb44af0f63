import { isJsonObject } from '@interlingua/core'
import { object, objects, text } from '../read/json.ts'
import type { VendorRule } from '../vendor-rule.ts'

/** The rules of vLLM, whose chat templates know three roles. */
export const vllmRules: readonly VendorRule[] = [
  {
    id: 'D-V2',
    confidence: 'H',
    source: 'chat templates of open models',
    holds: () => true,
    *issues({ body }) {
      for (const [i, { role }] of objects(body['messages'])) {
        if (role === 'developer') yield { path: `/messages/${i}/role`, message: 'Unexpected message role.' }
        if (role === 'system' && i > 0) yield { path: `/messages/${i}/role`, message: 'System message must be at the beginning.' }
      }
    },
  },
  {
    id: 'D-V2-alternate',
    confidence: 'L',
    source: 'chat templates of some open models',
    holds: () => true,
    *issues({ body }) {
      const messages = objects(body['messages']).filter(([, { role }]) => role === 'user' || role === 'assistant')
      for (const [n, [i, { role }]] of messages.entries())
        if (n > 0 && messages[n - 1]?.[1]['role'] === role && role === 'user')
          yield { path: `/messages/${i}/role`, message: 'Conversation roles must alternate user/assistant/user/assistant/...' }
    },
  },
]

/** The rules of llama.cpp. */
export const llamacppRules: readonly VendorRule[] = [
  {
    id: 'D-L1',
    confidence: 'M',
    source: 'chat templates of open models',
    holds: () => true,
    *issues({ body }) {
      for (const [i, { role, content }] of objects(body['messages']))
        for (const [j, { type }] of objects(content))
          if (role === 'tool' && type !== 'text') yield { path: `/messages/${i}/content/${j}/type`, message: `unsupported content[].type` }
    },
  },
]

/** The rules of Ollama. */
export const ollamaRules: readonly VendorRule[] = [
  {
    id: 'D-O1',
    confidence: 'H',
    source: 'https://docs.ollama.com/api/openai-compatibility',
    holds: () => true,
    *issues({ body }) {
      for (const [i, { content }] of objects(body['messages']))
        for (const [j, part] of objects(content)) {
          const url = part['type'] === 'image_url' ? text(object(part['image_url'])['url']) : undefined
          if (url !== undefined && !url.startsWith('data:'))
            yield { path: `/messages/${i}/content/${j}/image_url`, message: 'invalid image input' }
        }
    },
  },
]

/** The rules of LM Studio. */
export const lmstudioRules: readonly VendorRule[] = [
  {
    id: 'D-S1',
    confidence: 'H',
    source: 'lmstudio-ai/lmstudio-bug-tracker#189, #670',
    holds: () => true,
    *issues({ body }) {
      const format = object(body['response_format'])['type']
      if (format !== undefined && format !== 'json_schema' && format !== 'text')
        yield { path: '/response_format/type', message: "'response_format.type' must be 'json_schema' or 'text'" }
      if (isJsonObject(body['tool_choice']))
        yield { path: '/tool_choice', message: "Invalid tool_choice type: 'object'. Supported string values: none, auto, required" }
    },
  },
]
