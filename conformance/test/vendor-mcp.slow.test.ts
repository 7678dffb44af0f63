import { describe, expect, test } from 'vitest'
import { formatIds } from '../src/formats.ts'
import { callBack, rootKeys } from '../src/vendor/called-back.ts'
import { compareRefusals } from '../src/vendor/judge-known.ts'
import { judgeMcp } from '../src/vendor/judge-mcp.ts'
import { mcpServers } from '../src/vendor/mcp/mcp-servers.ts'
import { recordedModels } from '../src/vendor/recorded-models.ts'
import { knownInMcp } from '../src/vendor/vendor-known.ts'
import { titleOf } from '../src/vendor/vendor-models.ts'

describe('tools of servers that nobody in the loop can change', () => {
  test('are taken by every vendor, but for what is known', () => {
    const { sent, refused, found } = judgeMcp()
    const { unknown, stale } = compareRefusals(found, knownInMcp)
    expect(unknown).toEqual([])
    expect(stale, 'mended: delete these lines of vendor-known.ts').toEqual([])
    // Models that call no tools on chat are refused here, with an alternative in the message.
    expect(refused.filter((line) => !line.includes('the model calls no tools on this format'))).toEqual([])
    expect(sent).toBeGreaterThan(5000)
  }, 120_000)

  test('are many, of all kinds', () => {
    expect(mcpServers.length).toBeGreaterThanOrEqual(30)
    const schemas = JSON.stringify(mcpServers)
    for (const kind of [
      '"$top"',
      '"filter[id]"',
      '"definitions"',
      '"prefixItems"',
      '"items":[',
      '"enum":[0,',
      '"allOf"',
      '"patternProperties"',
    ])
      expect(schemas).toContain(kind)
  })

  describe.each(recordedModels.map((model) => ({ model, title: titleOf(model) })))('$title', ({ model }) => {
    test.each(formatIds.filter((source) => source !== model.format))('what it calls comes back with the names of %s', (source) => {
      let renamed = 0
      for (const server of mcpServers) {
        const { called, got } = callBack(source, server, model)
        const tools = Object.entries(server.tools)
        expect(called, server.server).toHaveLength(tools.length)
        expect(got.map(({ name }) => name)).toEqual(tools.map(([name]) => name))
        for (const [i, [name, schema]] of tools.entries())
          expect(
            Object.keys(got[i]?.args ?? {}).filter((key) => !rootKeys(schema).includes(key)),
            `${server.server}: ${name}`,
          ).toEqual([])
        renamed += called.filter(({ args }, i) => Object.keys(args).some((key) => !Object.hasOwn(got[i]?.args ?? {}, key))).length
      }
      // Claude takes few keys unchanged: without this check, renaming might never run.
      if (model.format === 'messages') expect(renamed).toBeGreaterThan(0)
    })
  })
})
