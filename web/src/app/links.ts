/** What is sent to friends: to sit down at a table, or to watch. */

import { linkTo } from "./router";

export const joinLink = (table: string, key: string): string => linkTo(`t/${table}?join=${encodeURIComponent(key)}`);
export const watchLink = (table: string, key: string): string => linkTo(`t/${table}?watch=${encodeURIComponent(key)}`);
