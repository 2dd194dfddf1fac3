import { render } from 'preact';
import { start } from './around/start.ts';
import { Page } from './page.tsx';
import './style/page.css';
import './style/timeline.css';
import './style/panels.css';
import { followPalette } from './style/palette.ts';

followPalette();
render(<Page />, document.getElementById('workbench')!);
void start();
