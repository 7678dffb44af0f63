/** Where the canonical fields of an answer stand in the body. */
export const responseFields = { serviceTier: '/usage/service_tier' } as const
export const candidateFields = { parts: '/content', finish: '' } as const
