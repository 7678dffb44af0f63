/** Headers by which a caller says how a translation is to be done. */
export const parameterComponents: Readonly<Record<string, object>> = {
  'interlingua-policy': {
    name: 'interlingua-policy',
    in: 'header',
    description: 'How much loss this request tolerates; more is a 400 that names the field, before anything is sent.',
    schema: { type: 'string', enum: ['report', 'reject-dropped', 'reject-any'] },
  },
  'interlingua-explain': {
    name: 'interlingua-explain',
    in: 'header',
    description: 'Tell every notice, in `interlingua-notices-full` and, for streams, in a comment before their end.',
    schema: { type: 'string', enum: ['1'] },
  },
}
