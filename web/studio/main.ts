// SPDX-License-Identifier: Apache-2.0
import { mount } from 'svelte';
import { desk } from './book.svelte';
import Studio from './Studio.svelte';
import { taste } from './taste.svelte';
import '../src/styles/tokens.css';
import '../src/styles/base.css';
import './studio.css';

taste.load();
mount(Studio, { target: document.getElementById('app') as HTMLElement });
void desk.start();
