import type { Sent } from './http-client.ts'

/** Command that sends a request again; the key stands in a variable. */
export function curlOf({ url, method, headers, body }: Sent): string {
  const secret = new Set(['authorization', 'x-api-key', 'x-goog-api-key'])
  const given = Object.entries(headers).map(([name, value]) => {
    const shown = secret.has(name) ? (value.startsWith('Bearer ') ? 'Bearer $KEY' : '$KEY') : value
    return `-H "${name}: ${shown.replaceAll('"', '\\"')}"`
  })
  const quoted = body === undefined || body.length > 8_192 ? [] : [`--data-binary '${body.replaceAll("'", `'\\''`)}'`]
  return ['curl -sS -N', ...(method === 'POST' ? [] : [`-X ${method}`]), `'${url}'`, ...given, ...quoted].join(' ')
}
