import type { Description } from './description.ts'

/** Made files that the gateway keeps for a while. */
export const resultDescriptions: Readonly<Record<string, Description>> = {
  'GET /v1/results/{name}': {
    summary: 'A made image or video, by the address that an answer gave',
    tag: 'results',
    details:
      'Needs no key: whoever has the address may read it until it expires. Answers HEAD, and ranges (206; 416 where nothing is). 403: the signature is wrong; 410: it has expired; 404: it is not there.',
    query: {
      expires: { description: 'As the address says it: the second (Unix time) from which on it does not hold any more.', type: 'integer' },
      signature: { description: 'As the address says it.' },
    },
    headers: { range: { description: 'One range of bytes.', example: 'bytes=0-1023' } },
    statuses: [403, 410, 416, 503],
    answer: 'application/octet-stream',
  },
}
