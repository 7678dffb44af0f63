import { describe, expect, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import type { Row } from './row.ts'

/** Declares one test for each row of a section that can be checked; for rows that wait, a test that their route is not there. */
export function checkRows(section: string, rows: readonly Row[]): void {
  describe(section, () => {
    test('each row stands here once', () => {
      expect(new Set(rows.map(({ row }) => row)).size).toBe(rows.length)
    })

    for (const row of rows) if ('check' in row) test(row.row, { timeout: 120_000 }, row.check)

    const waiting = rows.filter((row) => 'waitsFor' in row)
    if (waiting.length === 0) return
    test('rows that wait do so for routes that are not there', async () => {
      const { url } = await startGateway()
      for (const { row, waitsFor } of waiting) {
        const { method, path } = waitsFor
        const answer = await fetch(url + path, {
          method,
          headers: { authorization: 'Bearer any' },
          ...(method === 'POST' && { body: '{}' }),
        })
        await answer.arrayBuffer()
        expect([row, answer.status]).toEqual([row, 404])
      }
    })
  })
}
