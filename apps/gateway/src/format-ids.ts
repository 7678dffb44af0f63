/**
 * The ids of the text formats in `formats.ts`, for what needs their names alone: the help of the command line loads no format.
 * A test holds both to each other.
 */
export const formatIds = ['messages', 'chat', 'responses', 'contents'] as const
