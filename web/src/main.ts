// SPDX-License-Identifier: Apache-2.0
import { mount } from 'svelte';
import App from './App.svelte';
import { games } from './lib/games.svelte';
import { route } from './lib/route.svelte';
import { session } from './lib/session.svelte';
import { settings } from './lib/settings.svelte';
import './styles/tokens.css';
import './styles/base.css';

await settings.load();
route.start();
session.start();
void games.load();
mount(App, { target: document.getElementById('app') as HTMLElement });
