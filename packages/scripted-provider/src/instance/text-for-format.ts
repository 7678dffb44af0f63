const samples: Readonly<Record<string, string>> = {
  'date-time': '2026-01-02T03:04:05Z',
  date: '2026-01-02',
  time: '03:04:05Z',
  duration: 'PT5M',
  email: 'demo@example.com',
  'idn-email': 'demo@example.com',
  hostname: 'example.com',
  'idn-hostname': 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/demo',
  url: 'https://example.com/demo',
  iri: 'https://example.com/demo',
  'uri-reference': '/demo',
  'iri-reference': '/demo',
  'uri-template': '/demo/{id}',
  uuid: '00000000-0000-4000-8000-000000000000',
  regex: '^demo$',
  'json-pointer': '/demo',
  'relative-json-pointer': '0/demo',
  byte: 'ZGVtbw==',
}

/** A text of a JSON Schema `format`; `undefined` for a format that the demo does not know. */
export function textForFormat(format: string): string | undefined {
  return Object.hasOwn(samples, format) ? samples[format] : undefined
}
