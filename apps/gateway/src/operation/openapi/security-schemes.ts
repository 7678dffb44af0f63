const keyHeaders = ['x-api-key', 'x-goog-api-key', 'x-google-api-key', 'x-anthropic-api-key', 'x-openai-api-key']

/** A key of the gateway, wherever clients put it. */
export const securitySchemes: Readonly<Record<string, object>> = {
  bearer: { type: 'http', scheme: 'bearer' },
  ...Object.fromEntries(keyHeaders.map((name) => [name, { type: 'apiKey', in: 'header', name }])),
  query: { type: 'apiKey', in: 'query', name: 'key' },
}
