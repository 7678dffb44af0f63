import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { unfoldResponse, type GenerateAdapter } from '@interlingua/core'
import type { Declared } from '@interlingua/core/adapter'
import type { FormatEdge } from '@interlingua/core/edge'
import { arbitraryCoreConversation, arbitraryCoreResponse, createTestContext, writeStream, type Recording } from '@interlingua/testkit'
import fc from 'fast-check'
import { formatName, memberNames } from '../../tools/format-files.ts'
import { textFormats } from '../../tools/text-formats.ts'
import { root } from '../../tools/workspace.ts'

/** A format outside the house. The suite asks it for what every format can say; ledgers, judges and SDKs are for formats of the house. */
export interface Guest {
  readonly id: string
  readonly edge: FormatEdge
  readonly notice: Declared<string>
}

/** Formats of `tools/text-formats.ts` that are no formats of the house, and are written to the end. Others are held to the laws in their package. */
export const guests: readonly Guest[] = (
  await Promise.all(
    Object.entries(textFormats).map(async ([id, { grid, folder = `packages/${id}`, name = id }]): Promise<readonly Guest[]> => {
      if (grid) return []
      const { notice } = await load(folder, 'index.ts')
      const edge = (await load(folder, 'edge.ts'))[formatName(name)] as FormatEdge // the shape check looks at both
      const whole = memberNames.every((member) => edge.adapter[member] !== undefined)
      return whole ? [{ id, edge, notice: notice as Declared<string> }] : []
    }),
  )
).flat()

async function load(folder: string, file: string): Promise<Readonly<Record<string, unknown>>> {
  return (await import(pathToFileURL(join(root, folder, 'src', file)).href)) as Readonly<Record<string, unknown>> // a module's namespace
}

/** Exchanges of the core of all formats as the adapter writes them: requests, answers and streams. */
export function coreRecordings(adapter: GenerateAdapter, count: number): readonly Recording[] {
  const seeded = { numRuns: count, seed: 20_261_126 }
  const conversations = fc.sample(arbitraryCoreConversation, seeded)
  return fc.sample(arbitraryCoreResponse, seeded).flatMap((response, index): readonly Recording[] => {
    const { context } = createTestContext()
    const conversation = conversations[index] ?? { model: 'demo', turns: [] }
    const [asked, streamed] = [false, true].map((stream) =>
      adapter.encodeRequest(adapter.lowerRequest({ ...conversation, stream }, context).request, context),
    )
    const { body } = adapter.encodeResponse(response, context)
    const recording = { format: adapter.format, status: 200 }
    return [
      { ...recording, id: `answer ${index}`, path: asked?.path ?? '', request: printed(asked?.body), response: printed(body) },
      {
        ...recording,
        id: `stream ${index}`,
        path: streamed?.path ?? '',
        request: printed(streamed?.body),
        stream: writeStream(adapter, unfoldResponse(response), context),
      },
    ]
  })
}

function printed(body: unknown): Recording['request'] {
  return JSON.parse(JSON.stringify(body)) as Recording['request'] // printed JSON
}
