import type { Json, JsonObject } from '@interlingua/core'
import { list, names, unknown, type Bodies } from './pieces.ts'

const contentsOf = (contents: Json[], rest: JsonObject = {}): JsonObject => ({ contents, ...rest })
const said = { role: 'user', parts: [{ text: 'hi' }] }

export const contents: Bodies = {
  ...Object.fromEntries(
    Object.entries(names).map(([what, name]) => [
      `tools, ${what} names`,
      (n: number) => contentsOf([said], { tools: [{ functionDeclarations: list(n, (i) => ({ name: name(i) })) }] }),
    ]),
  ),
  'allowed tools': (n) =>
    contentsOf([said], {
      tools: [{ functionDeclarations: list(n, (i) => ({ name: `t${i}` })) }],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: list(n, (i) => `t${i}`) } },
    }),
  turns: (n) => contentsOf(list(n, (i) => ({ role: i % 2 ? 'model' : 'user', parts: [{ text: 'x' }] }))),
  'parts of one turn': (n) => contentsOf([{ role: 'user', parts: list(n, () => ({ text: 'x' })) }]),
  'files of one turn': (n) =>
    contentsOf([{ role: 'user', parts: list(n, () => ({ inlineData: { mimeType: 'image/png', data: 'AAAA' } })) }]),
  'calls without ids': (n) =>
    contentsOf([
      said,
      { role: 'model', parts: list(n, () => ({ functionCall: { name: 'f', args: {} } })) },
      { role: 'user', parts: list(n, () => ({ functionResponse: { name: 'f', response: {} } })) },
    ]),
  'calls of many names': (n) =>
    contentsOf([
      said,
      { role: 'model', parts: list(n, (i) => ({ functionCall: { name: `f${i}`, args: {} } })) },
      { role: 'user', parts: list(n, (i) => ({ functionResponse: { name: `f${n - 1 - i}`, response: {} } })) },
    ]),
  'results without calls': (n) => contentsOf([{ role: 'user', parts: list(n, () => ({ functionResponse: { name: 'f', response: {} } })) }]),
  thoughts: (n) =>
    contentsOf([said, { role: 'model', parts: list(n, () => ({ text: 'x', thought: true, thoughtSignature: 'AAAA' })) }, said]),
  'unknown keys': (n) => contentsOf([said], unknown(n)),
  'unknown parts': (n) => contentsOf([{ role: 'user', parts: list(n, () => ({ unheardOf: 1 })) }]),
}
