// SPDX-License-Identifier: Apache-2.0
/* What an administrator asks over HTTP: the people of the house. */
import { get, post } from './api';
import type { Role } from './protocol';

export interface Person {
  user: string;
  name: string;
  role: Role;
  number: number;
  revoked: boolean;
  password: boolean;
  pin: boolean;
  code: boolean;
}
export interface Secrets {
  password?: string;
  pin?: string;
  old?: string; // of whoever changes their own
}

const at = (user: string): string => `users/${encodeURIComponent(user)}`;

export const people = async (): Promise<Person[]> => (await get<{ users: Person[] }>('users')).users;
export const addPerson = (person: { user?: string; name?: string; role: Role } & Secrets): Promise<unknown> => post('users', person);
export const setSecrets = (user: string, secrets: Secrets): Promise<unknown> => post(`${at(user)}/password`, secrets);
export const revoke = (user: string): Promise<unknown> => post(`${at(user)}/revoke`, {});

/** Forgets who a player was; what they are called in the books stays. */
export const erase = (user: string): Promise<unknown> => post(`${at(user)}/erase`, {});
