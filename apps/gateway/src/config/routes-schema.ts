import * as z from 'zod'

const routeSchema = z
  .strictObject({
    /** The id that clients ask for, or a pattern in which `*` stands for any characters. */
    match: z.string().min(1),
    /** The model that they get; without it the one that they ask for. A `*` stands for what the pattern's only `*` stood for. */
    to: z.string().min(1).optional(),
    /** Models to try in this order where no channel has the first, or none of its channels can answer. */
    fallbacks: z.array(z.string().min(1)).min(1).optional(),
  })
  .refine(({ to, fallbacks }) => to !== undefined || fallbacks !== undefined, { message: 'a route needs to, fallbacks or both' })
  .refine(({ match, to = '' }) => !to.includes('*') || (match.split('*').length === 2 && to.split('*').length === 2), {
    path: ['to'],
    message: 'a * needs exactly one * in match, and may stand here once',
  })

/** What becomes of model ids, before the channels are looked at: the first that fits counts, an id before any pattern. */
export const routesSchema = z.array(routeSchema)

export type RouteConfig = z.infer<typeof routeSchema>
