import * as z from 'zod'

/** What both tools take, and the object of the case `schema`, for libraries that want them by zod. */
export const city = z.object({ city: z.string() })
export const person = z.object({ name: z.string(), age: z.number().int(), tags: z.array(z.string()) })
