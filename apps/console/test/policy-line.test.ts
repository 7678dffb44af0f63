import { gatewayNotices, noticeTables } from '@interlingua/server'
import { expect, test } from 'vitest'
import { parseConfig } from '../../gateway/src/config/read-config.ts'
import { policyLine } from '../src/pages/notices/policy-line.ts'

const codes = Object.entries({ ...noticeTables, gateway: gatewayNotices }).flatMap(([owner, table]) =>
  Object.keys(table).map((name) => `${owner}/${name}`),
)

test('the gateway takes the policy line of each of its notices', () => {
  expect(codes.length).toBeGreaterThan(10)
  for (const code of [...codes, 'chat/top-k'])
    for (const decision of ['allow', 'reject'] as const)
      expect(parseConfig(`demo: true\n${policyLine(code, decision)}\n`, 'file').policy).toMatchObject({ overrides: { [code]: decision } })
})
