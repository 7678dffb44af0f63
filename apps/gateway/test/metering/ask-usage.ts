import type { UsageReport } from '@interlingua/server'

/** Report of `GET /admin/usage` to an administrator. */
export async function askUsage(url: string, key: string, query = ''): Promise<UsageReport> {
  const response = await fetch(`${url}/admin/usage${query}`, { headers: { authorization: `Bearer ${key}` } })
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as UsageReport // the gateway writes a value of this type
}
