import type { FastifyInstance } from 'fastify'
import { todos } from '../../shared/endpoints/todos.ts'
import { serve } from '../kit/serve.ts'
import { ownTodos } from './own-todos.ts'

export const todoRoutes = (app: FastifyInstance): void => serve(app, todos, (_, { db, person }) => ownTodos(db, person))
