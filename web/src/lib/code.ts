// SPDX-License-Identifier: Apache-2.0
/* One's own time code: offered as a picture for the telephone, confirmed by a code of it, taken away. */
import { get, post } from './api';

export interface Offered {
  secret: string;
  uri: string;
}

const at = (user: string): string => `users/${encodeURIComponent(user)}/code`;

export const hasCode = async (): Promise<boolean> => (await get<{ code?: boolean }>('me')).code ?? false;
export const offerCode = (user: string): Promise<Offered> => post<Offered>(at(user), {});
export const confirmCode = (user: string, code: string, old: string): Promise<unknown> => post(at(user), { code, old });
export const removeCode = (user: string, old?: string): Promise<unknown> => post(at(user), { remove: true, ...(old ? { old } : {}) });

export async function picture(uri: string): Promise<string> {
  const { toString } = await import('qrcode');
  return `data:image/svg+xml,${encodeURIComponent(await toString(uri, { type: 'svg', margin: 1 }))}`;
}
