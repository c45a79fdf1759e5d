import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Empty } from '../components/empty';
import { Title } from '../components/title';
import { useWords } from '../i18n/messages';
import { frameWords } from './app.messages';

export function NothingHere() {
  const words = useWords(frameWords);
  const { nothingHere, product } = words;
  // The frame takes the title from the route, and this address has none, or one whose parameters are impossible.
  useEffect(() => {
    document.title = `${nothingHere} · ${product}`;
  }, [nothingHere, product]);
  return (
    <>
      <Title>{nothingHere}</Title>
      <Empty>
        {words.noView} <Link to="/">{words.home}</Link>
      </Empty>
    </>
  );
}
