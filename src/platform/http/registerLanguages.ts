import type { FastifyInstance, FastifyRequest } from 'fastify'
import { loadLanguages, speakIn } from '../languages/speech.ts'
import { languageOf } from './languageOf.ts'

/** Answers every request in the language of who asks. */
export async function registerLanguages(app: FastifyInstance): Promise<void> {
  await loadLanguages()
  const speak = (request: FastifyRequest, _: unknown, done: () => void) => speakIn(languageOf(request), done)
  app.addHook('onRequest', speak)
  // Once more, because the body's end comes outside of what the hook before has run.
  app.addHook('preHandler', speak)
}
