export const candidateFields = { parts: '/output', items: '/output', finish: '/status' } as const
export const responseFields = {
  createdAt: '/created_at',
  serviceTier: '/service_tier',
  usage: '/usage',
  status: '/status',
  failure: '/error',
  candidates: '/output',
} as const
