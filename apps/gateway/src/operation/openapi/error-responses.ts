/** Errors in each dialect. */
export const errorResponses: Readonly<Record<string, object>> = {
  ...Object.fromEntries(
    Object.entries({ MessagesError: 'request-id', OpenaiError: 'x-request-id', ContentsError: 'x-request-id' }).map(([name, id]) => [
      name,
      answer(id, { $ref: `#/components/schemas/${name}` }),
    ]),
  ),
  AnyError: answer('x-request-id', {
    anyOf: ['MessagesError', 'OpenaiError', 'ContentsError'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
  }),
}

function answer(id: string, schema: object): object {
  return {
    description: 'What is wrong, in the dialect of the client.',
    headers: Object.fromEntries([id, 'retry-after'].map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    content: { 'application/json': { schema } },
  }
}
