/** Places of the canonical fields of a response. */
export const responseFields = { serviceTier: '/usage/service_tier' } as const
export const candidateFields = { parts: '/content', finish: '' } as const
