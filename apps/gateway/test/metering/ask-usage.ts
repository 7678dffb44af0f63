import type { UsageReport } from '../../src/metering/report-usage.ts'

/** What `GET /admin/usage` answers an administrator. */
export async function askUsage(url: string, key: string, query = ''): Promise<UsageReport> {
  const response = await fetch(`${url}/admin/usage${query}`, { headers: { authorization: `Bearer ${key}` } })
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as UsageReport // the type of what the gateway writes
}
