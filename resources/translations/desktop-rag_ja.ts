<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;Conversation</source>
        <translation>会話(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>ヘルプ(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Library</source>
        <translation>ライブラリ(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>表示(&amp;V)</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>ファイルを追加…</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>フォルダーを追加…</translation>
    </message>
    <message>
        <source>Advanced settings…</source>
        <translation>詳細設定…</translation>
    </message>
    <message>
        <source>All documents</source>
        <translation>全文書</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>質問</translation>
    </message>
    <message>
        <source>Back up library…</source>
        <translation>ライブラリをバックアップ…</translation>
    </message>
    <message>
        <source>Build other indexes…</source>
        <translation>その他のインデックスを作成…</translation>
    </message>
    <message>
        <source>Change search model…</source>
        <translation>検索モデルを変更…</translation>
    </message>
    <message>
        <source>Check a text</source>
        <translation>文章をチェック</translation>
    </message>
    <message>
        <source>Check clipboard</source>
        <translation>クリップボードをチェック</translation>
    </message>
    <message>
        <source>Choose the mode</source>
        <translation>モードを選択</translation>
    </message>
    <message>
        <source>Command palette…</source>
        <translation>コマンドパレット…</translation>
    </message>
    <message>
        <source>Connect a program…</source>
        <translation>プログラムを接続…</translation>
    </message>
    <message>
        <source>Copy link to this place</source>
        <translation>この箇所のリンクをコピー</translation>
    </message>
    <message>
        <source>Dark pages on or off</source>
        <translation>ページの暗い表示を切り替え</translation>
    </message>
    <message>
        <source>Delete conversation</source>
        <translation>会話を削除</translation>
    </message>
    <message>
        <source>Delete library…</source>
        <translation>ライブラリを削除…</translation>
    </message>
    <message>
        <source>Duplicate library</source>
        <translation>ライブラリを複製</translation>
    </message>
    <message>
        <source>Export answer…</source>
        <translation>回答を書き出す…</translation>
    </message>
    <message>
        <source>Export conversation…</source>
        <translation>会話を書き出す…</translation>
    </message>
    <message>
        <source>Find in the document…</source>
        <translation>文書内を検索…</translation>
    </message>
    <message>
        <source>Folders and rules…</source>
        <translation>フォルダーと規則…</translation>
    </message>
    <message>
        <source>Go to page…</source>
        <translation>ページへ移動…</translation>
    </message>
    <message>
        <source>Go to the next area</source>
        <translation>次の領域へ移動</translation>
    </message>
    <message>
        <source>Go to the previous area</source>
        <translation>前の領域へ移動</translation>
    </message>
    <message>
        <source>Go to the question box</source>
        <translation>質問欄へ移動</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>ガイド</translation>
    </message>
    <message>
        <source>Keyboard shortcuts…</source>
        <translation>キーボードショートカット…</translation>
    </message>
    <message>
        <source>Network…</source>
        <translation>ネットワーク…</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>新しい会話</translation>
    </message>
    <message>
        <source>New library…</source>
        <translation>新しいライブラリ…</translation>
    </message>
    <message>
        <source>Next finding</source>
        <translation>次の指摘</translation>
    </message>
    <message>
        <source>Open a backup…</source>
        <translation>バックアップを開く…</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>一時停止</translation>
    </message>
    <message>
        <source>Pin or unpin conversation</source>
        <translation>会話をピン留め／解除</translation>
    </message>
    <message>
        <source>Previous finding</source>
        <translation>前の指摘</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>終了</translation>
    </message>
    <message>
        <source>Rename conversation</source>
        <translation>会話の名前を変更</translation>
    </message>
    <message>
        <source>Rename library</source>
        <translation>ライブラリの名前を変更</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>再開</translation>
    </message>
    <message>
        <source>Save a copy with highlights…</source>
        <translation>ハイライト付きのコピーを保存…</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>検索</translation>
    </message>
    <message>
        <source>Search conversations</source>
        <translation>会話を検索</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>設定…</translation>
    </message>
    <message>
        <source>Short tour</source>
        <translation>使い方の紹介</translation>
    </message>
    <message>
        <source>Show files</source>
        <translation>ファイルを表示</translation>
    </message>
    <message>
        <source>Show library file</source>
        <translation>ライブラリファイルを表示</translation>
    </message>
    <message>
        <source>Show or hide the libraries</source>
        <translation>ライブラリの表示を切り替え</translation>
    </message>
    <message>
        <source>Show or hide the page list</source>
        <translation>ページ一覧の表示を切り替え</translation>
    </message>
    <message>
        <source>Show or hide the sources</source>
        <translation>出典の表示を切り替え</translation>
    </message>
    <message>
        <source>Show where the answer uses the source</source>
        <translation>回答が出典を使った箇所を表示</translation>
    </message>
    <message>
        <source>Stop adding or building</source>
        <translation>追加または作成を中止</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>回答を中止</translation>
    </message>
    <message>
        <source>Test questions…</source>
        <translation>テスト質問…</translation>
    </message>
    <message>
        <source>This answers it</source>
        <translation>これが答えです</translation>
    </message>
    <message>
        <source>This doesn&apos;t answer it</source>
        <translation>これは答えになっていません</translation>
    </message>
    <message>
        <source>Turn pages right</source>
        <translation>ページを右に回転</translation>
    </message>
    <message>
        <source>Verify an evidence pack…</source>
        <translation>証拠パックを検証…</translation>
    </message>
    <message>
        <source>Watch answer</source>
        <translation>回答を見守る</translation>
    </message>
    <message>
        <source>Watch conversation</source>
        <translation>会話を見守る</translation>
    </message>
    <message>
        <source>Watched answers and texts</source>
        <translation>見守っている回答と文章</translation>
    </message>
    <message>
        <source>Why this answer?</source>
        <translation>この回答の根拠</translation>
    </message>
    <message>
        <source>Work offline</source>
        <translation>オフラインで作業</translation>
    </message>
</context>
<context>
    <name>Activity</name>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <translation>
            <numerusform>%Ln 件待機中</numerusform>
        </translation>
    </message>
    <message>
        <source>Changing search model</source>
        <translation>検索モデルを変更中</translation>
    </message>
    <message>
        <source>Looking for files</source>
        <translation>ファイルを確認中</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>一時停止中</translation>
    </message>
    <message>
        <source>Preparing meaning search</source>
        <translation>意味検索を準備中</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>読み取り中</translation>
    </message>
    <message>
        <source>Waiting for its turn</source>
        <translation>順番待ち</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>処理中</translation>
    </message>
    <message>
        <source>{things} a minute</source>
        <translation>毎分 {things}</translation>
    </message>
    <message>
        <source>{things} a second</source>
        <translation>毎秒 {things}</translation>
    </message>
</context>
<context>
    <name>ActivityCard</name>
    <message numerus="yes">
        <source>%Ln left out</source>
        <translation>
            <numerusform>%Ln 件対象外</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not readable</source>
        <translation>
            <numerusform>%Ln 件読み取れません</numerusform>
        </translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>一時停止</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>進行状況</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>再開</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>中止</translation>
    </message>
</context>
<context>
    <name>AddFolderDialog</name>
    <message>
        <source>Add</source>
        <translation>追加</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>フォルダーを追加</translation>
    </message>
    <message>
        <source>Add to</source>
        <translation>追加先</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Check what will be read</source>
        <translation>読み取る内容を確認</translation>
    </message>
    <message>
        <source>Choose what to read</source>
        <translation>読み取るものを選択</translation>
    </message>
    <message>
        <source>New library “{name}”</source>
        <translation>新しいライブラリ「{name}」</translation>
    </message>
    <message>
        <source>This is a lot: {size}. Reading it will take a long time. You can pause at any time.</source>
        <translation>量が多いです（{size}）。読み取りに時間がかかります。いつでも一時停止できます。</translation>
    </message>
    <message>
        <source>This is a whole drive or your whole home folder. Add single folders instead.</source>
        <translation>これはドライブ全体またはホームフォルダー全体です。個々のフォルダーを追加してください。</translation>
    </message>
</context>
<context>
    <name>AdvancedDialog</name>
    <message>
        <source>Advanced settings</source>
        <translation>詳細設定</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>適用</translation>
    </message>
    <message>
        <source>Apply to this library</source>
        <translation>このライブラリに適用</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Changes apply to this conversation only. Everything else follows Settings.</source>
        <translation>変更はこの会話だけに適用されます。その他は「設定」に従います。</translation>
    </message>
    <message>
        <source>For every conversation of “{name}”</source>
        <translation>「{name}」のすべての会話</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>リセット</translation>
    </message>
    <message>
        <source>Return to Settings. Nothing changes until you apply it.</source>
        <translation>「設定」の値に戻します。適用するまで何も変わりません。</translation>
    </message>
</context>
<context>
    <name>AllDocumentsPane</name>
    <message>
        <source>Compare</source>
        <translation>比較</translation>
    </message>
    <message>
        <source>Contradictions</source>
        <translation>矛盾</translation>
    </message>
    <message>
        <source>Find all</source>
        <translation>すべて検索</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>ライブラリ</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>ページ</translation>
    </message>
    <message>
        <source>Register</source>
        <translation>一覧</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
</context>
<context>
    <name>AnswerBar</name>
    <message>
        <source>Choose a source or find the page with Search, and select the words that answer it.</source>
        <translation>出典を選ぶか、検索でページを見つけて、答えとなる語句を選択してください。</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>後で</translation>
    </message>
    <message>
        <source>This answers it</source>
        <translation>これが答えです</translation>
    </message>
    <message>
        <source>What answers {question}?</source>
        <translation>{question} の答えはどれですか？</translation>
    </message>
</context>
<context>
    <name>AnswerCaveats</name>
    <message>
        <source>No passage in this library matches. Try fewer or different words.</source>
        <translation>このライブラリに一致する箇所はありません。語句を減らすか、変えてみてください。</translation>
    </message>
    <message>
        <source>No support for this answer was found in your files. Check it before you rely on it.</source>
        <translation>ファイルにこの回答の根拠は見つかりませんでした。使う前に確認してください。</translation>
    </message>
    <message>
        <source>Stopped before the first word.</source>
        <translation>最初の語の前に中止しました。</translation>
    </message>
    <message>
        <source>Stopped. The answer so far was kept.</source>
        <translation>中止しました。それまでの回答は残っています。</translation>
    </message>
    <message>
        <source>The answer was interrupted before the first word.</source>
        <translation>回答は最初の語の前に中断されました。</translation>
    </message>
    <message>
        <source>The answer was interrupted. The part received so far was kept.</source>
        <translation>回答が中断されました。受信済みの部分は残っています。</translation>
    </message>
    <message>
        <source>The model gave no answer.</source>
        <translation>モデルは回答を返しませんでした。</translation>
    </message>
    <message>
        <source>This answer comes from the model alone, not from your files.</source>
        <translation>この回答はモデルだけによるもので、ファイルに基づいていません。</translation>
    </message>
</context>
<context>
    <name>AnswerFooter</name>
    <message>
        <source>Copy as Markdown</source>
        <translation>Markdown としてコピー</translation>
    </message>
    <message>
        <source>Copy without references</source>
        <translation>引用なしでコピー</translation>
    </message>
    <message>
        <source>Edit question…</source>
        <translation>質問を編集…</translation>
    </message>
    <message>
        <source>Export answer…</source>
        <translation>回答を書き出す…</translation>
    </message>
    <message>
        <source>More for this answer</source>
        <translation>この回答のその他の操作</translation>
    </message>
    <message>
        <source>New conversation from here</source>
        <translation>ここから新しい会話</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>再生成</translation>
    </message>
    <message>
        <source>Regenerate with another model…</source>
        <translation>別のモデルで再生成…</translation>
    </message>
    <message>
        <source>Save copies with highlights…</source>
        <translation>ハイライト付きのコピーを保存（複数）…</translation>
    </message>
    <message>
        <source>This doesn&apos;t answer it</source>
        <translation>これは答えになっていません</translation>
    </message>
    <message>
        <source>Watch this answer</source>
        <translation>この回答を見守る</translation>
    </message>
    <message>
        <source>Watched</source>
        <translation>見守り中</translation>
    </message>
    <message>
        <source>Why this answer?</source>
        <translation>この回答の根拠</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>根拠</translation>
    </message>
</context>
<context>
    <name>AnswerJudgements</name>
    <message>
        <source>Ask a question first.</source>
        <translation>先に質問してください。</translation>
    </message>
    <message>
        <source>Kept as a test question. These words won&apos;t be quoted for it again.</source>
        <translation>テスト質問として保存しました。これらの語句は、この質問には再び引用されません。</translation>
    </message>
    <message>
        <source>Next time “{file}” comes first for this question.</source>
        <translation>次回からこの質問では「{file}」が最初に示されます。</translation>
    </message>
    <message>
        <source>Next, show in the sources what answers it.</source>
        <translation>次に、答えとなる箇所を出典で示してください。</translation>
    </message>
    <message>
        <source>Open the source first.</source>
        <translation>先に出典を開いてください。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
</context>
<context>
    <name>AnswerView</name>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
</context>
<context>
    <name>ApiPage</name>
    <message>
        <source>Address</source>
        <translation>アドレス</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>コマンド</translation>
    </message>
    <message>
        <source>Copy the token now: it is not shown again.</source>
        <translation>今すぐトークンをコピーしてください。もう一度表示することはできません。</translation>
    </message>
    <message>
        <source>Make a token</source>
        <translation>トークンを作成</translation>
    </message>
    <message>
        <source>Name of the program</source>
        <translation>プログラムの名前</translation>
    </message>
    <message>
        <source>Programs and scripts with a token ask the libraries that you share, and chat programs find each as a model, while this command runs in a terminal.</source>
        <translation>このコマンドがターミナルで動いている間、トークンのあるプログラムやスクリプトは共有したライブラリに問い合わせることができ、チャットプログラムでは各ライブラリがモデルとして表示されます。</translation>
    </message>
    <message>
        <source>Programs with a token</source>
        <translation>トークンのあるプログラム</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>取り消す</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>トークン</translation>
    </message>
    <message>
        <source>{program}, since {date}</source>
        <translation>{program}（{date}から）</translation>
    </message>
</context>
<context>
    <name>AskedSources</name>
    <message>
        <source>Attach files to this conversation</source>
        <translation>この会話にファイルを添付</translation>
    </message>
</context>
<context>
    <name>BlockCopy</name>
    <message>
        <source>Copy code</source>
        <translation>コードをコピー</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>表をコピー</translation>
    </message>
</context>
<context>
    <name>Bridge</name>
    <message>
        <source>Something went wrong inside the program.</source>
        <translation>プログラム内で問題が発生しました。</translation>
    </message>
    <message>
        <source>Try again. The program&apos;s log has the details.</source>
        <translation>もう一度お試しください。詳細はプログラムのログにあります。</translation>
    </message>
</context>
<context>
    <name>CalendarDialog</name>
    <message>
        <source>All</source>
        <translation>すべて</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Dates</source>
        <translation>日付</translation>
    </message>
    <message>
        <source>Only the dates that you tick are written. A deadline without a day of its own is not listed.</source>
        <translation>チェックした日付だけを書き込みます。日付の定まらない期限は表示されません。</translation>
    </message>
    <message>
        <source>Write dates to a calendar</source>
        <translation>日付をカレンダーに書き込む</translation>
    </message>
    <message>
        <source>Write {count} of {dates}…</source>
        <translation>{dates} 件中 {count} 件を書き込む…</translation>
    </message>
</context>
<context>
    <name>CellTable</name>
    <message>
        <source>Review table</source>
        <translation>確認表</translation>
    </message>
</context>
<context>
    <name>ChangedFileList</name>
    <message>
        <source>Files that differ</source>
        <translation>異なるファイル</translation>
    </message>
</context>
<context>
    <name>ChatPane</name>
    <message>
        <source>Connect one in Settings. Until then, answers are quotations from your files.</source>
        <translation>「設定」でモデルを接続してください。それまで回答はファイルからの引用です。</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>ライブラリ</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>設定…</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>出典</translation>
    </message>
    <message>
        <source>The library “{name}” was deleted.</source>
        <translation>ライブラリ「{name}」は削除されました。</translation>
    </message>
    <message>
        <source>This conversation can still be read and exported.</source>
        <translation>この会話は引き続き読んだり書き出したりできます。</translation>
    </message>
    <message>
        <source>“{name}” needs a model, but none is connected.</source>
        <translation>「{name}」にはモデルが必要ですが、接続されていません。</translation>
    </message>
</context>
<context>
    <name>CitationCopier</name>
    <message>
        <source>Copy citation</source>
        <translation>引用をコピー</translation>
    </message>
    <message>
        <source>Copy citation as BibTeX</source>
        <translation>引用を BibTeX としてコピー</translation>
    </message>
    <message>
        <source>Copy citation as RIS</source>
        <translation>引用を RIS としてコピー</translation>
    </message>
</context>
<context>
    <name>ClipboardShortcut</name>
    <message>
        <source>Another program may use the keys. Close it and start again, or switch the shortcut off.</source>
        <translation>ほかのプログラムがこのキーを使っている可能性があります。そのプログラムを閉じて再起動するか、ショートカットをオフにしてください。</translation>
    </message>
    <message>
        <source>Check clipboard</source>
        <translation>クリップボードをチェック</translation>
    </message>
    <message>
        <source>It is off now. You can switch it on again in Settings › Window.</source>
        <translation>現在はオフです。「設定 › ウィンドウ」で再びオンにできます。</translation>
    </message>
    <message>
        <source>Not available on macOS.</source>
        <translation>macOS では利用できません。</translation>
    </message>
    <message>
        <source>The desktop did not allow the shortcut for “Check clipboard”.</source>
        <translation>デスクトップ環境が「クリップボードをチェック」のショートカットを許可しませんでした。</translation>
    </message>
    <message>
        <source>The shortcut for “Check clipboard” is not available.</source>
        <translation>「クリップボードをチェック」のショートカットは利用できません。</translation>
    </message>
    <message>
        <source>This desktop has no shortcuts that work in every program.</source>
        <translation>このデスクトップ環境には、すべてのプログラムで使えるショートカットの機能がありません。</translation>
    </message>
</context>
<context>
    <name>CodeView</name>
    <message>
        <source>Code</source>
        <translation>コード</translation>
    </message>
</context>
<context>
    <name>ColumnsDialog</name>
    <message>
        <source>Add a column</source>
        <translation>列を追加</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Columns of a table (*.toml)</source>
        <translation>表の列 (*.toml)</translation>
    </message>
    <message>
        <source>Columns of the table</source>
        <translation>表の列</translation>
    </message>
    <message>
        <source>Delete table</source>
        <translation>表を削除</translation>
    </message>
    <message>
        <source>Delete the table “{name}”?</source>
        <translation>表「{name}」を削除しますか？</translation>
    </message>
    <message>
        <source>For example: Leases</source>
        <translation>例：賃貸借契約</translation>
    </message>
    <message>
        <source>Forget the table and what you set in it by hand. Your files stay as they are.</source>
        <translation>表と、手で入力した値を削除します。ファイルはそのまま残ります。</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下へ移動</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上へ移動</translation>
    </message>
    <message>
        <source>Name of the table</source>
        <translation>表の名前</translation>
    </message>
    <message>
        <source>New table</source>
        <translation>新しい表</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>ファイルを開く…</translation>
    </message>
    <message>
        <source>Open columns</source>
        <translation>列を開く</translation>
    </message>
    <message>
        <source>Remove the column</source>
        <translation>列を削除</translation>
    </message>
    <message>
        <source>Save columns</source>
        <translation>列を保存</translation>
    </message>
    <message>
        <source>Save the columns to a file that others can open.</source>
        <translation>ほかの人が開けるファイルに列を保存します。</translation>
    </message>
    <message>
        <source>Save to a file…</source>
        <translation>ファイルに保存…</translation>
    </message>
    <message>
        <source>Saved to “{name}”.</source>
        <translation>「{name}」に保存しました。</translation>
    </message>
    <message>
        <source>Take the columns that somebody saved to a file.</source>
        <translation>ファイルに保存された列を使います。</translation>
    </message>
    <message>
        <source>The table has no name.</source>
        <translation>表に名前がありません。</translation>
    </message>
    <message>
        <source>Use these columns</source>
        <translation>この列を使う</translation>
    </message>
    <message>
        <source>Without a name</source>
        <translation>名前なし</translation>
    </message>
</context>
<context>
    <name>Comparison</name>
    <message>
        <source>1 difference</source>
        <translation>相違 1件</translation>
    </message>
    <message>
        <source>After: {text}</source>
        <translation>変更後：{text}</translation>
    </message>
    <message>
        <source>As it is now</source>
        <translation>現在の状態</translation>
    </message>
    <message>
        <source>As it was until {time}</source>
        <translation>{time}までの状態</translation>
    </message>
    <message>
        <source>Before: {text}</source>
        <translation>変更前：{text}</translation>
    </message>
    <message>
        <source>Moved and changed</source>
        <translation>移動と変更</translation>
    </message>
    <message>
        <source>Since a month ago</source>
        <translation>1か月前から</translation>
    </message>
    <message>
        <source>Since a week ago</source>
        <translation>1週間前から</translation>
    </message>
    <message>
        <source>Since a year ago</source>
        <translation>1年前から</translation>
    </message>
    <message>
        <source>Since yesterday</source>
        <translation>昨日から</translation>
    </message>
    <message>
        <source>What happened before {time} is not known.</source>
        <translation>{time}より前のことはわかりません。</translation>
    </message>
    <message>
        <source>same text</source>
        <translation>本文は同じ</translation>
    </message>
    <message>
        <source>{count} differences</source>
        <translation>相違 {count}件</translation>
    </message>
</context>
<context>
    <name>ComparisonSection</name>
    <message>
        <source>A file and its earlier state</source>
        <translation>ファイルとその以前の状態</translation>
    </message>
    <message>
        <source>A folder then and now</source>
        <translation>フォルダーの以前と現在</translation>
    </message>
    <message>
        <source>Back to all files</source>
        <translation>すべてのファイルに戻る</translation>
    </message>
    <message>
        <source>Choose a file first</source>
        <translation>先にファイルを選んでください</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比較</translation>
    </message>
    <message>
        <source>Comparing: {done} of {total} changed files</source>
        <translation>比較中：変更されたファイル {total}件中 {done}件</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>比較しています…</translation>
    </message>
    <message>
        <source>Earlier states are kept from now on.</source>
        <translation>これから以前の状態を保存します。</translation>
    </message>
    <message>
        <source>Export the differences</source>
        <translation>相違を書き出す</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>書き出す…</translation>
    </message>
    <message>
        <source>Keep them from now on</source>
        <translation>これから保存する</translation>
    </message>
    <message>
        <source>It can keep the text of files that change. “Folders and rules…” shows the space that takes.</source>
        <translation>変更されたファイルのテキストを保存できます。使用容量は「フォルダーと規則…」に表示されます。</translation>
    </message>
    <message>
        <source>It has not changed since {time}, when the library began to keep earlier states.</source>
        <translation>ライブラリが以前の状態の保存を始めた{time}から変更されていません。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Summarise</source>
        <translation>要約</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>要約</translation>
    </message>
    <message>
        <source>Swap both files</source>
        <translation>2 つのファイルを入れ替える</translation>
    </message>
    <message>
        <source>The file</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>The file after</source>
        <translation>変更後のファイル</translation>
    </message>
    <message>
        <source>The file before</source>
        <translation>変更前のファイル</translation>
    </message>
    <message>
        <source>The files have changed. Compare again</source>
        <translation>ファイルが変更されました。もう一度比較する</translation>
    </message>
    <message>
        <source>The folder</source>
        <translation>フォルダー</translation>
    </message>
    <message>
        <source>The folder after</source>
        <translation>新しいフォルダー</translation>
    </message>
    <message>
        <source>The folder before</source>
        <translation>以前のフォルダー</translation>
    </message>
    <message>
        <source>The model is summarising…</source>
        <translation>モデルが要約しています…</translation>
    </message>
    <message>
        <source>The state before</source>
        <translation>以前の状態</translation>
    </message>
    <message>
        <source>This library keeps no earlier states of its files.</source>
        <translation>このライブラリはファイルの以前の状態を保存していません。</translation>
    </message>
    <message>
        <source>Two files</source>
        <translation>2つのファイル</translation>
    </message>
    <message>
        <source>Two folders</source>
        <translation>2つのフォルダー</translation>
    </message>
    <message>
        <source>What changed, moved, is new or gone between two files, with both pages. Lines and pages that end elsewhere are no differences.</source>
        <translation>2 つのファイルの間で変更、移動、追加、削除された内容を、両方のページとともに示します。改行や改ページの位置の違いは相違とみなしません。</translation>
    </message>
    <message>
        <source>What to compare</source>
        <translation>比較するもの</translation>
    </message>
    <message>
        <source>Which files are new, gone, renamed or changed, and how much differs in each.</source>
        <translation>新しいファイル、なくなったファイル、名前や内容が変わったファイルと、それぞれの相違の数を示します。</translation>
    </message>
</context>
<context>
    <name>ConnectionRow</name>
    <message>
        <source>Add</source>
        <translation>追加</translation>
    </message>
    <message>
        <source>Add a connection</source>
        <translation>接続を追加</translation>
    </message>
    <message>
        <source>Another server…</source>
        <translation>別のサーバー…</translation>
    </message>
    <message>
        <source>No model (quotations only)</source>
        <translation>モデルなし（引用のみ）</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>取り除く</translation>
    </message>
    <message>
        <source>Remove this connection</source>
        <translation>この接続を取り除く</translation>
    </message>
</context>
<context>
    <name>ConnectionTest</name>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>キャンセルしました。</translation>
    </message>
    <message>
        <source>Test connection</source>
        <translation>接続をテスト</translation>
    </message>
</context>
<context>
    <name>ContradictionList</name>
    <message>
        <source>Contradictions</source>
        <translation>矛盾</translation>
    </message>
</context>
<context>
    <name>ContradictionSection</name>
    <message>
        <source>All kinds</source>
        <translation>すべての種類</translation>
    </message>
    <message>
        <source>Compare the documents again</source>
        <translation>文書をもう一度比べる</translation>
    </message>
    <message>
        <source>Comparing the documents: {done} of {total}</source>
        <translation>文書を比べています: {total} 件中 {done} 件</translation>
    </message>
    <message>
        <source>Comparing the documents…</source>
        <translation>文書を比べています…</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>対象外にする</translation>
    </message>
    <message>
        <source>Export the contradictions</source>
        <translation>矛盾を書き出す</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>書き出す…</translation>
    </message>
    <message>
        <source>Figures, dates, parties and negations that disagree between files about the same.</source>
        <translation>同じことについて、ファイルの間で食い違う数値、日付、当事者、否定を示します。</translation>
    </message>
    <message>
        <source>Filter by words or file</source>
        <translation>語句またはファイルで絞り込む</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>No contradictions were found. Doubtful cases are left out.</source>
        <translation>矛盾は見つかりませんでした。疑わしいものは、示すよりも省いています。</translation>
    </message>
    <message>
        <source>No document says that it changes or replaces another one.</source>
        <translation>ほかの文書を変更または差し替えると述べる文書はありません。</translation>
    </message>
    <message>
        <source>Nothing has these words and is of this kind.</source>
        <translation>この語句と種類に当てはまるものはありません。</translation>
    </message>
    <message>
        <source>Nothing was dismissed.</source>
        <translation>対象外にしたものはありません。</translation>
    </message>
    <message>
        <source>Show again</source>
        <translation>再び表示</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>並べて表示</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>停止しました。</translation>
    </message>
</context>
<context>
    <name>ContradictionWords</name>
    <message>
        <source>Contradictions</source>
        <translation>矛盾</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日付</translation>
    </message>
    <message>
        <source>Dismissed</source>
        <translation>対象外</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>数値</translation>
    </message>
    <message>
        <source>Left out: {files}.</source>
        <translation>対象外: {files}。</translation>
    </message>
    <message>
        <source>Negation</source>
        <translation>否定</translation>
    </message>
    <message>
        <source>Newer</source>
        <translation>新しいもの</translation>
    </message>
    <message>
        <source>Party</source>
        <translation>当事者</translation>
    </message>
    <message>
        <source>{compared} of {files} documents compared.</source>
        <translation>{files} 件中 {compared} 件の文書を比べました。</translation>
    </message>
    <message>
        <source>{file} says that it is newer: “{words}”</source>
        <translation>{file} に、新しいと書かれています:「{words}」</translation>
    </message>
</context>
<context>
    <name>ConversationList</name>
    <message>
        <source>No conversation says “{query}”.</source>
        <translation>「{query}」を含む会話はありません。</translation>
    </message>
    <message>
        <source>Search conversations</source>
        <translation>会話を検索</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
    <message>
        <source>“{title}” was deleted.</source>
        <translation>「{title}」を削除しました。</translation>
    </message>
</context>
<context>
    <name>CopiedLine</name>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
</context>
<context>
    <name>CopyButton</name>
    <message>
        <source>Copied</source>
        <translation>コピーしました</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
</context>
<context>
    <name>DataFolderMove</name>
    <message>
        <source>All data is now in {folder}. These old files could not be removed:</source>
        <translation>すべてのデータは {folder} に移りました。次の古いファイルは削除できませんでした:</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>フォルダーを選択…</translation>
    </message>
    <message>
        <source>If it is on another disk, quit, connect that disk and start again. The default folder is used for this start only.</source>
        <translation>別のディスクにある場合は、終了してディスクを接続し、もう一度起動してください。既定のフォルダーを使うのは今回の起動だけです。</translation>
    </message>
    <message>
        <source>Moving all data to {folder}…</source>
        <translation>すべてのデータを {folder} に移動しています…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>終了</translation>
    </message>
    <message>
        <source>Use the default folder</source>
        <translation>既定のフォルダーを使う</translation>
    </message>
    <message>
        <source>Where is the data folder now?</source>
        <translation>データフォルダーは今どこにありますか?</translation>
    </message>
</context>
<context>
    <name>DataFolderRow</name>
    <message>
        <source>Data folder</source>
        <translation>データフォルダー</translation>
    </message>
    <message>
        <source>Desktop RAG closes, copies and checks everything, and opens again. The old folder is removed at the end.</source>
        <translation>Desktop RAG を閉じ、すべてをコピーして確認してから、再び開きます。古いフォルダーは最後に削除します。</translation>
    </message>
    <message>
        <source>Libraries, conversations, settings and downloaded models are kept there.</source>
        <translation>ライブラリ、会話、設定、ダウンロードしたモデルを保存しています。</translation>
    </message>
    <message>
        <source>Move all data to “{folder}”?</source>
        <translation>すべてのデータを「{folder}」に移動しますか?</translation>
    </message>
    <message>
        <source>Move and restart</source>
        <translation>移動して再起動</translation>
    </message>
    <message>
        <source>Move the data folder</source>
        <translation>データフォルダーの移動</translation>
    </message>
    <message>
        <source>Move the data folder to</source>
        <translation>データフォルダーの移動先</translation>
    </message>
    <message>
        <source>Move the data folder…</source>
        <translation>データフォルダーを移動…</translation>
    </message>
    <message>
        <source>Move…</source>
        <translation>移動…</translation>
    </message>
</context>
<context>
    <name>DateRangeDialog</name>
    <message>
        <source>Apply</source>
        <translation>適用</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Changed between</source>
        <translation>更新日の範囲</translation>
    </message>
    <message>
        <source>From</source>
        <translation>差出人</translation>
    </message>
    <message>
        <source>To</source>
        <translation>宛先</translation>
    </message>
</context>
<context>
    <name>DifferenceList</name>
    <message>
        <source>Differences</source>
        <translation>相違</translation>
    </message>
</context>
<context>
    <name>DocumentView</name>
    <message>
        <source>Attachments</source>
        <translation>添付ファイル</translation>
    </message>
    <message>
        <source>Cc</source>
        <translation>Cc</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日付</translation>
    </message>
    <message>
        <source>From</source>
        <translation>差出人</translation>
    </message>
    <message>
        <source>Rows {first} to {last} of {count}</source>
        <translation>{first}～{last} 行目（全 {count} 行）</translation>
    </message>
    <message>
        <source>Show what comes after</source>
        <translation>後の部分を表示</translation>
    </message>
    <message>
        <source>Show what comes before</source>
        <translation>前の部分を表示</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>テキスト</translation>
    </message>
    <message>
        <source>To</source>
        <translation>宛先</translation>
    </message>
</context>
<context>
    <name>DownloadLine</name>
    <message>
        <source>Download of {model}</source>
        <translation>{model} のダウンロード</translation>
    </message>
    <message>
        <source>about {minutes} min left</source>
        <translation>残り約 {minutes} 分</translation>
    </message>
    <message>
        <source>{done} of {total} GB</source>
        <translation>{done}／{total} GB</translation>
    </message>
</context>
<context>
    <name>DownloadRow</name>
    <message>
        <source>Connecting…</source>
        <translation>接続中…</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>続ける</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Delete {model}</source>
        <translation>{model} を削除</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>ダウンロード</translation>
    </message>
    <message>
        <source>Needs more memory than is free now.</source>
        <translation>現在の空きより多くのメモリが必要です。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>中止</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>needs {memory} GB of memory</source>
        <translation>メモリ {memory} GB が必要</translation>
    </message>
    <message>
        <source>{size} GB</source>
        <translation>{size} GB</translation>
    </message>
</context>
<context>
    <name>DraftPane</name>
    <message>
        <source>Check</source>
        <translation>チェック</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>再チェック</translation>
    </message>
    <message>
        <source>Check the text ({keys})</source>
        <translation>文章をチェック（{keys}）</translation>
    </message>
    <message>
        <source>Checked text</source>
        <translation>確認したテキスト</translation>
    </message>
    <message>
        <source>Checking: {done} of {total} sentences</source>
        <translation>チェック中：{total}文中{done}文</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>チェック中…</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>続ける</translation>
    </message>
    <message>
        <source>Copy the text that you want to check.</source>
        <translation>チェックしたい文章をコピーしてください。</translation>
    </message>
    <message>
        <source>Draft with comments (*{ending})</source>
        <translation>コメント付きの文章 (*{ending})</translation>
    </message>
    <message>
        <source>Drop a single file.</source>
        <translation>ファイルを1つだけドロップしてください。</translation>
    </message>
    <message>
        <source>Drop to check this text</source>
        <translation>ドロップしてこの文章をチェック</translation>
    </message>
    <message>
        <source>Evidence pack…</source>
        <translation>証拠パック…</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>ライブラリ</translation>
    </message>
    <message>
        <source>Nothing is in this group.</source>
        <translation>このグループには何もありません。</translation>
    </message>
    <message>
        <source>Nothing to review so far.</source>
        <translation>今のところ確認する文はありません。</translation>
    </message>
    <message>
        <source>Nothing to review.</source>
        <translation>確認する文はありません。</translation>
    </message>
    <message>
        <source>One file can be checked at a time.</source>
        <translation>一度にチェックできるファイルは1つです。</translation>
    </message>
    <message>
        <source>Open the text to check</source>
        <translation>チェックする文章を開く</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>開く…</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>ページ</translation>
    </message>
    <message>
        <source>Paste a text here, open a file, or drop one. Each sentence is compared with the files of the library.</source>
        <translation>ここに文章を貼り付けるか、ファイルを開くかドロップしてください。各文をライブラリのファイルと照合します。</translation>
    </message>
    <message>
        <source>Reading “{file}”…</source>
        <translation>「{file}」を読み取り中…</translation>
    </message>
    <message>
        <source>Sentences checked</source>
        <translation>チェック済みの文</translation>
    </message>
    <message>
        <source>Sentences that the files contradict, support only in part or don&apos;t mention appear here.</source>
        <translation>ファイルと矛盾する文、一部しか根拠のない文、根拠のない文がここに表示されます。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stopped after {done} of {total} sentences.</source>
        <translation>{total}文中{done}文で停止しました。</translation>
    </message>
    <message>
        <source>Text to check</source>
        <translation>チェックする文章</translation>
    </message>
    <message>
        <source>The clipboard has no text.</source>
        <translation>クリップボードに文章がありません。</translation>
    </message>
    <message>
        <source>The files have changed since.</source>
        <translation>その後ファイルが変更されました。</translation>
    </message>
    <message>
        <source>The previous text was replaced.</source>
        <translation>前の文章は置き換えられました。</translation>
    </message>
    <message>
        <source>The text has changed. What you changed is not checked yet.</source>
        <translation>文章が変更されました。変更した部分は未チェックです。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
    <message>
        <source>With comments, and footnotes for supported sentences…</source>
        <translation>コメントと、根拠のある文への脚注付き…</translation>
    </message>
    <message>
        <source>With comments…</source>
        <translation>コメント付き…</translation>
    </message>
    <message>
        <source>Write a file that proves to others what was found</source>
        <translation>見つかった内容をほかの人に示すファイルを書き出します</translation>
    </message>
    <message>
        <source>Write evidence pack</source>
        <translation>証拠パックを書き出す</translation>
    </message>
    <message>
        <source>Write reviewed file</source>
        <translation>チェック済みファイルを書き出す</translation>
    </message>
    <message>
        <source>Write reviewed file…</source>
        <translation>チェック済みファイルを書き出す…</translation>
    </message>
    <message>
        <source>{file} (reviewed)</source>
        <translation>{file}（チェック済み）</translation>
    </message>
</context>
<context>
    <name>DraftWords</name>
    <message numerus="yes">
        <source>%Ln more could not be read.</source>
        <translation>
            <numerusform>ほかに %Ln 件は読み取れませんでした。</numerusform>
        </translation>
    </message>
    <message>
        <source>Decided</source>
        <translation>判断済み</translation>
    </message>
    <message>
        <source>Finding dismissed</source>
        <translation>指摘を却下</translation>
    </message>
    <message>
        <source>In the text: {words}</source>
        <translation>文章では：{words}</translation>
    </message>
    <message>
        <source>Inside the text</source>
        <translation>文章の中</translation>
    </message>
    <message>
        <source>Library “{name}”, {files}.</source>
        <translation>ライブラリ「{name}」、{files}。</translation>
    </message>
    <message>
        <source>Sentence accepted</source>
        <translation>文を承認</translation>
    </message>
    <message>
        <source>Text accepted</source>
        <translation>原文を承認済み</translation>
    </message>
    <message>
        <source>To review</source>
        <translation>要確認</translation>
    </message>
    <message>
        <source>{decision}: {note}</source>
        <translation>{decision}：{note}</translation>
    </message>
    <message>
        <source>{verdict} by {file}</source>
        <translation>{verdict}（{file}）</translation>
    </message>
</context>
<context>
    <name>DropArea</name>
    <message>
        <source>Choose a folder…</source>
        <translation>フォルダーを選択…</translation>
    </message>
    <message>
        <source>Choose files…</source>
        <translation>ファイルを選択…</translation>
    </message>
    <message>
        <source>Drop a folder or files here</source>
        <translation>フォルダーまたはファイルをここにドロップ</translation>
    </message>
    <message>
        <source>PDF, Word, PowerPoint, Excel, e-books, web pages, mail, scans, text, code</source>
        <translation>PDF、Word、PowerPoint、Excel、電子書籍、ウェブページ、メール、スキャン、テキスト、コード</translation>
    </message>
</context>
<context>
    <name>EntryList</name>
    <message>
        <source>What fits</source>
        <translation>一致するもの</translation>
    </message>
</context>
<context>
    <name>EvidenceCard</name>
    <message>
        <source>No passage says this.</source>
        <translation>これを述べる箇所はありません。</translation>
    </message>
    <message>
        <source>Contradicted</source>
        <translation>根拠と矛盾</translation>
    </message>
    <message>
        <source>Not checked</source>
        <translation>未確認</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>根拠なし</translation>
    </message>
    <message>
        <source>Partly supported</source>
        <translation>一部根拠あり</translation>
    </message>
    <message>
        <source>Show in document</source>
        <translation>文書内で表示</translation>
    </message>
    <message>
        <source>Supported</source>
        <translation>根拠あり</translation>
    </message>
</context>
<context>
    <name>ExportBar</name>
    <message>
        <source>Copied</source>
        <translation>コピーしました</translation>
    </message>
    <message>
        <source>Copy all as text</source>
        <translation>すべてテキストとしてコピー</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>JSON としてコピー</translation>
    </message>
</context>
<context>
    <name>ExportCommands</name>
    <message>
        <source>Cited works as BibTeX (*.bib)</source>
        <translation>引用文献（BibTeX、*.bib）</translation>
    </message>
    <message>
        <source>Cited works as CSL JSON (*.json)</source>
        <translation>引用文献（CSL JSON、*.json）</translation>
    </message>
    <message>
        <source>Cited works as RIS (*.ris)</source>
        <translation>引用文献（RIS、*.ris）</translation>
    </message>
    <message>
        <source>Export answer</source>
        <translation>回答を書き出す</translation>
    </message>
    <message>
        <source>Export conversation</source>
        <translation>会話を書き出す</translation>
    </message>
    <message>
        <source>Exported to “{name}”.</source>
        <translation>「{name}」に書き出しました。</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>フォルダーで表示</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>Web ページ (*.html)</translation>
    </message>
    <message>
        <source>Word document (*.docx)</source>
        <translation>Word 文書 (*.docx)</translation>
    </message>
</context>
<context>
    <name>FigureCards</name>
    <message>
        <source>Average position (higher is better)</source>
        <translation>平均順位（高いほど良い）</translation>
    </message>
    <message>
        <source>Expected source ranked first</source>
        <translation>期待した出典が 1 位</translation>
    </message>
    <message>
        <source>Expected sources in the top five</source>
        <translation>期待した出典が上位 5 件</translation>
    </message>
    <message>
        <source>Ranking of the top ten</source>
        <translation>上位 10 件の順位</translation>
    </message>
</context>
<context>
    <name>FileActions</name>
    <message numerus="yes">
        <source>%Ln files will be read again.</source>
        <translation>
            <numerusform>%Ln 個のファイルをもう一度読み取ります。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files will be read first.</source>
        <translation>
            <numerusform>%Ln 個のファイルを先に読み取ります。</numerusform>
        </translation>
    </message>
    <message>
        <source>Export file list</source>
        <translation>ファイル一覧を書き出す</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>対象から外す</translation>
    </message>
    <message>
        <source>Leave {files} out of the library?</source>
        <translation>{files}をライブラリの対象から外しますか？</translation>
    </message>
    <message>
        <source>Nothing is deleted from your disk. To undo, change the rules under “Folders”.</source>
        <translation>ディスクからは何も削除されません。元に戻すには「フォルダー」の規則を変更します。</translation>
    </message>
    <message numerus="yes">
        <source>Paths copied.</source>
        <translation>
            <numerusform>パスをコピーしました。</numerusform>
        </translation>
    </message>
    <message>
        <source>Saved the list of {files} to “{name}”.</source>
        <translation>{files}の一覧を「{name}」に保存しました。</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>表 (*.csv)</translation>
    </message>
    <message>
        <source>{files} left out. To undo, change the rules under “Folders”.</source>
        <translation>{files}を対象から外しました。元に戻すには「フォルダー」の規則を変更します。</translation>
    </message>
</context>
<context>
    <name>FileDrops</name>
    <message>
        <source>Drop to add to “{name}”</source>
        <translation>ドロップして「{name}」に追加</translation>
    </message>
    <message>
        <source>Drop to attach to this conversation</source>
        <translation>ドロップしてこの会話に添付</translation>
    </message>
    <message>
        <source>Drop to create the library “{name}”</source>
        <translation>ドロップしてライブラリ「{name}」を作成</translation>
    </message>
    <message>
        <source>Drop to open this as a library</source>
        <translation>ドロップするとライブラリとして開きます</translation>
    </message>
    <message>
        <source>Drop to verify the evidence pack</source>
        <translation>ドロップして証拠パックを検証</translation>
    </message>
</context>
<context>
    <name>FileFilterBar</name>
    <message>
        <source>All</source>
        <translation>すべて</translation>
    </message>
    <message>
        <source>All folders</source>
        <translation>すべてのフォルダー</translation>
    </message>
    <message>
        <source>Filter by name, folder or reason</source>
        <translation>名前、フォルダー、理由で絞り込み</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>フォルダー</translation>
    </message>
</context>
<context>
    <name>FilesCommands</name>
    <message>
        <source>Change</source>
        <translation>変更</translation>
    </message>
    <message>
        <source>Change search model</source>
        <translation>検索モデルを変更</translation>
    </message>
    <message>
        <source>Prepare “{name}” again with the search model from Settings?</source>
        <translation>「{name}」を「設定」の検索モデルで準備し直しますか？</translation>
    </message>
    <message>
        <source>You can keep searching meanwhile. If you stop, the library stays as it is.</source>
        <translation>その間も検索できます。中止した場合、ライブラリはそのままです。</translation>
    </message>
</context>
<context>
    <name>FilesModel</name>
    <message>
        <source>Changed</source>
        <translation>更新日</translation>
    </message>
    <message>
        <source>File</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>フォルダー</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>ページ</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>サイズ</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状態</translation>
    </message>
</context>
<context>
    <name>FilesPage</name>
    <message>
        <source>Back to the conversation</source>
        <translation>会話に戻る</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>パスをコピー</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>書き出す…</translation>
    </message>
    <message>
        <source>Files in “{name}”</source>
        <translation>「{name}」のファイル</translation>
    </message>
    <message>
        <source>Folders…</source>
        <translation>フォルダー…</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>対象から外す</translation>
    </message>
    <message>
        <source>Make a table of these files</source>
        <translation>これらのファイルで表を作成</translation>
    </message>
    <message>
        <source>No files match. Try a broader filter.</source>
        <translation>一致するファイルはありません。条件を緩めてみてください。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開く</translation>
    </message>
    <message>
        <source>Prioritise</source>
        <translation>優先する</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>もう一度読み取る</translation>
    </message>
    <message>
        <source>Retry unreadable files</source>
        <translation>読み取れないファイルを再試行</translation>
    </message>
    <message>
        <source>Save the filtered list as a table</source>
        <translation>絞り込んだ一覧を表として保存</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>フォルダーで表示</translation>
    </message>
    <message>
        <source>Show only this folder</source>
        <translation>このフォルダーだけを表示</translation>
    </message>
    <message>
        <source>{chosen} of {files} selected</source>
        <translation>{files}中 {chosen} 件を選択</translation>
    </message>
</context>
<context>
    <name>FilesTable</name>
    <message>
        <source>Files</source>
        <translation>ファイル</translation>
    </message>
</context>
<context>
    <name>FilesWords</name>
    <message numerus="yes">
        <source>%Ln files ({size}) will be read</source>
        <translation>
            <numerusform>%Ln 個のファイル（{size}）を読み取ります</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln others</source>
        <translation>
            <numerusform>その他 %Ln 件</numerusform>
        </translation>
    </message>
    <message>
        <source>Being read</source>
        <translation>読み取り中</translation>
    </message>
    <message>
        <source>Can&apos;t be reached right now. It stays searchable.</source>
        <translation>現在アクセスできません。検索は引き続きできます。</translation>
    </message>
    <message>
        <source>Could not be read. See the reason.</source>
        <translation>読み取れませんでした。理由をご覧ください。</translation>
    </message>
    <message>
        <source>Found {files}.</source>
        <translation>{files}が見つかりました。</translation>
    </message>
    <message>
        <source>Found {files}; {count} left out.</source>
        <translation>{files}が見つかりました（{count} 件は対象外）。</translation>
    </message>
    <message>
        <source>Left out. See the reason.</source>
        <translation>対象外です。理由をご覧ください。</translation>
    </message>
    <message>
        <source>Searchable by words and meaning.</source>
        <translation>語句と意味で検索できます。</translation>
    </message>
    <message>
        <source>Searchable by words in about {time}.</source>
        <translation>約 {time}で語句で検索できるようになります。</translation>
    </message>
    <message>
        <source>Searchable by words in less than a minute.</source>
        <translation>1 分以内に語句で検索できるようになります。</translation>
    </message>
    <message>
        <source>Searchable by words only for now.</source>
        <translation>今のところ語句だけで検索できます。</translation>
    </message>
    <message>
        <source>This folder contains no files.</source>
        <translation>このフォルダーにファイルはありません。</translation>
    </message>
    <message>
        <source>Waiting to be read.</source>
        <translation>読み取り待ちです。</translation>
    </message>
    <message>
        <source>in {name}</source>
        <translation>{name} 内</translation>
    </message>
    <message>
        <source>without extension</source>
        <translation>拡張子なし</translation>
    </message>
    <message>
        <source>{read}.</source>
        <translation>{read}。</translation>
    </message>
    <message numerus="yes">
        <source>{read}; %Ln are left out.</source>
        <translation>
            <numerusform>{read}（%Ln 件は対象外）。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FilterBar</name>
    <message>
        <source>Clear</source>
        <translation>クリア</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日付</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>フォルダー</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>言語</translation>
    </message>
    <message>
        <source>Remove the condition {text}</source>
        <translation>条件「{text}」を取り除く</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>{name}: all</source>
        <translation>{name}：すべて</translation>
    </message>
</context>
<context>
    <name>FilterMenus</name>
    <message>
        <source>All folders</source>
        <translation>すべてのフォルダー</translation>
    </message>
    <message>
        <source>All languages</source>
        <translation>すべての言語</translation>
    </message>
    <message>
        <source>All types</source>
        <translation>すべての種類</translation>
    </message>
    <message>
        <source>From … to …</source>
        <translation>期間を指定 …</translation>
    </message>
</context>
<context>
    <name>FilterRow</name>
    <message>
        <source>Condition</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>項目</translation>
    </message>
    <message>
        <source>File name</source>
        <translation>ファイル名</translation>
    </message>
    <message>
        <source>File type</source>
        <translation>ファイルの種類</translation>
    </message>
    <message>
        <source>Folder and file</source>
        <translation>フォルダーとファイル</translation>
    </message>
    <message>
        <source>Heading</source>
        <translation>見出し</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>ページ</translation>
    </message>
    <message>
        <source>Remove this condition</source>
        <translation>この条件を取り除く</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>値</translation>
    </message>
    <message>
        <source>above</source>
        <translation>より大きい</translation>
    </message>
    <message>
        <source>at least</source>
        <translation>以上</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>以下</translation>
    </message>
    <message>
        <source>below</source>
        <translation>より小さい</translation>
    </message>
    <message>
        <source>contains</source>
        <translation>を含む</translation>
    </message>
    <message>
        <source>does not contain</source>
        <translation>を含まない</translation>
    </message>
    <message>
        <source>is</source>
        <translation>が次と一致</translation>
    </message>
    <message>
        <source>is none of</source>
        <translation>次のどれでもない</translation>
    </message>
    <message>
        <source>is not</source>
        <translation>が次と異なる</translation>
    </message>
    <message>
        <source>is one of</source>
        <translation>次のどれか</translation>
    </message>
    <message>
        <source>report.pdf</source>
        <translation>report.pdf</translation>
    </message>
</context>
<context>
    <name>FilterRows</name>
    <message>
        <source>Add condition</source>
        <translation>条件を追加</translation>
    </message>
</context>
<context>
    <name>FindAllSection</name>
    <message>
        <source>A word, a name, a number, a date</source>
        <translation>語、名前、数、日付</translation>
    </message>
    <message>
        <source>All mentions…</source>
        <translation>すべての出現箇所…</translation>
    </message>
    <message>
        <source>By meaning</source>
        <translation>意味で探す</translation>
    </message>
    <message>
        <source>Count only the same case, accents, hyphens, and forms of numbers and dates</source>
        <translation>大文字と小文字、アクセント、ハイフン、数と日付の形が同じものだけを数えます</translation>
    </message>
    <message>
        <source>Every mention in all files, counted by file. Several phrases in quotation marks are counted together.</source>
        <translation>すべてのファイルの出現箇所を、ファイルごとに数えます。引用符で囲んだ複数の語句は合わせて数えます。</translation>
    </message>
    <message>
        <source>Exactly as written</source>
        <translation>表記どおり</translation>
    </message>
    <message>
        <source>Export all mentions</source>
        <translation>すべての出現箇所を書き出す</translation>
    </message>
    <message>
        <source>Export what was searched</source>
        <translation>検索した範囲を書き出す</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>書き出す…</translation>
    </message>
    <message>
        <source>Find all</source>
        <translation>すべて検索</translation>
    </message>
    <message>
        <source>Find sentences that are about it, whatever their words; not complete</source>
        <translation>言い回しにかかわらず、その内容の文を探します。完全ではありません</translation>
    </message>
    <message>
        <source>Looking through all files…</source>
        <translation>すべてのファイルを調べています…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>The files have changed. Count again</source>
        <translation>ファイルが変わりました。数え直す</translation>
    </message>
    <message>
        <source>What was searched, as proof…</source>
        <translation>検索した範囲（証明）…</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Close (Esc)</source>
        <translation>閉じる (Esc)</translation>
    </message>
    <message>
        <source>Find in this document</source>
        <translation>この文書内を検索</translation>
    </message>
    <message>
        <source>Next (Enter)</source>
        <translation>次へ (Enter)</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>見つかりません</translation>
    </message>
    <message>
        <source>Previous (Shift+Enter)</source>
        <translation>前へ (Shift+Enter)</translation>
    </message>
    <message>
        <source>{place} of {total}</source>
        <translation>{place}／{total}</translation>
    </message>
</context>
<context>
    <name>FindingCard</name>
    <message>
        <source>Accept sentence</source>
        <translation>文を承認</translation>
    </message>
    <message>
        <source>Accept text</source>
        <translation>原文を承認</translation>
    </message>
    <message>
        <source>Dismiss finding</source>
        <translation>指摘を却下</translation>
    </message>
    <message>
        <source>It stays as it is</source>
        <translation>文をそのままにします</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>メモ</translation>
    </message>
    <message>
        <source>Sources that the text names</source>
        <translation>文章が挙げる出典</translation>
    </message>
    <message>
        <source>The finding is wrong</source>
        <translation>指摘が誤っています</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
</context>
<context>
    <name>FindingList</name>
    <message>
        <source>Findings</source>
        <translation>指摘</translation>
    </message>
</context>
<context>
    <name>FolderAdder</name>
    <message>
        <source>Add files</source>
        <translation>ファイルを追加</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>フォルダーを追加</translation>
    </message>
    <message>
        <source>My files</source>
        <translation>マイファイル</translation>
    </message>
</context>
<context>
    <name>FolderRulesForm</name>
    <message>
        <source> MB</source>
        <translation> MB</translation>
    </message>
    <message>
        <source>Follow .gitignore</source>
        <translation>.gitignore に従う</translation>
    </message>
    <message>
        <source>Leave out (one pattern per line)</source>
        <translation>対象外にする（1 行に 1 パターン）</translation>
    </message>
    <message>
        <source>Leave out files larger than</source>
        <translation>これより大きいファイルを対象外にする</translation>
    </message>
    <message>
        <source>Read hidden files</source>
        <translation>隠しファイルを読み取る</translation>
    </message>
    <message>
        <source>Recognise text in scans and pictures</source>
        <translation>スキャンと画像の文字を認識する</translation>
    </message>
    <message>
        <source>“*.bak” matches all files with that extension, “drafts/” a folder anywhere, “/old” only the top level. “!keep.bak” includes a file again.</source>
        <translation>「*.bak」はその拡張子のすべてのファイル、「drafts/」は任意の場所のフォルダー、「/old」は最上位だけに一致します。「!keep.bak」はファイルを対象に戻します。</translation>
    </message>
</context>
<context>
    <name>FoldersDialog</name>
    <message>
        <source>Add folder…</source>
        <translation>フォルダーを追加…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Check what will be read</source>
        <translation>読み取る内容を確認</translation>
    </message>
    <message>
        <source>Earlier states of files</source>
        <translation>ファイルの以前の状態</translation>
    </message>
    <message>
        <source>Files are only read, never changed.</source>
        <translation>ファイルは読み取るだけで、変更しません。</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>フォルダー</translation>
    </message>
    <message>
        <source>Folders of “{name}”</source>
        <translation>「{name}」のフォルダー</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Forget the earlier states of all files of this library?</source>
        <translation>このライブラリの全ファイルの以前の状態を削除しますか？</translation>
    </message>
    <message>
        <source>Keep earlier states of files that change</source>
        <translation>変更されたファイルの以前の状態を保存する</translation>
    </message>
    <message>
        <source>Kept so far: {count}, {size}</source>
        <translation>これまでの保存数：{count}、{size}</translation>
    </message>
    <message>
        <source>Prioritise</source>
        <translation>優先する</translation>
    </message>
    <message>
        <source>Programs such as Claude Desktop, Cursor and VS Code may then search this library and read its documents. What they read may go to the servers of their models.</source>
        <translation>Claude Desktop、Cursor、VS Codeなどのプログラムが、このライブラリを検索し、文書を読めるようになります。読み取られた内容は、それらのモデルのサーバーに送られることがあります。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>取り除く</translation>
    </message>
    <message>
        <source>Remove from library</source>
        <translation>ライブラリから取り除く</translation>
    </message>
    <message>
        <source>Remove “{name}” with {files} from the library?</source>
        <translation>「{name}」（{files}）をライブラリから取り除きますか？</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Share with other programs</source>
        <translation>ほかのプログラムと共有する</translation>
    </message>
    <message>
        <source>The files stay where they are. If you add the folder again, they will be read again.</source>
        <translation>ファイルは元の場所に残ります。フォルダーを再び追加すると、もう一度読み取ります。</translation>
    </message>
    <message>
        <source>The library then keeps the text of the last ten states of each file that changes, to compare it with. Backups and copies of the library hold it as well.</source>
        <translation>変更された各ファイルについて、直近10件の状態のテキストを比較用に保存します。ライブラリのバックアップやコピーにも含まれます。</translation>
    </message>
    <message>
        <source>can&apos;t be reached, stays searchable</source>
        <translation>アクセスできません（検索は可能）</translation>
    </message>
    <message>
        <source>{gone} missing</source>
        <translation>{gone} 件見つかりません</translation>
    </message>
    <message>
        <source>“{name}” will be read first.</source>
        <translation>「{name}」を先に読み取ります。</translation>
    </message>
</context>
<context>
    <name>GridView</name>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>シート</translation>
    </message>
</context>
<context>
    <name>HighlightCommands</name>
    <message>
        <source>Only PDF files can be highlighted.</source>
        <translation>ハイライトを付けられるのは PDF ファイルだけです。</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Save a copy with highlights</source>
        <translation>ハイライト付きのコピーを保存</translation>
    </message>
    <message>
        <source>Save copies with highlights in</source>
        <translation>ハイライト付きのコピーの保存先</translation>
    </message>
    <message numerus="yes">
        <source>Saved %Ln copies with highlights in “{folder}”.</source>
        <translation>
            <numerusform>ハイライト付きのコピーを「{folder}」に %Ln 件保存しました。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Saved “{name}” with %Ln highlights.</source>
        <translation>
            <numerusform>「{name}」を保存しました（ハイライト %Ln か所）。</numerusform>
        </translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>フォルダーに表示</translation>
    </message>
    <message>
        <source>The answer cites no PDF.</source>
        <translation>この回答は PDF を引用していません。</translation>
    </message>
    <message>
        <source>{name} – highlights</source>
        <translation>{name} – ハイライト</translation>
    </message>
</context>
<context>
    <name>IndexBuildDialog</name>
    <message>
        <source>Build other indexes of “{name}”</source>
        <translation>「{name}」のその他のインデックスを作成</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>No model is connected.</source>
        <translation>モデルが接続されていません。</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>設定…</translation>
    </message>
    <message>
        <source>Some ways of searching need their own index. Choose one under Advanced, “Search by”. Building it can take a long time. You can stop, resume later, and ask questions meanwhile.</source>
        <translation>検索方法によっては専用のインデックスが必要です。「詳細」の「検索方法」で選びます。作成には時間がかかることがあります。中止して後で再開でき、その間も質問できます。</translation>
    </message>
    <message>
        <source>Two of these indexes need one. Connect it in Settings.</source>
        <translation>これらのうち 2 つにはモデルが必要です。「設定」で接続してください。</translation>
    </message>
</context>
<context>
    <name>IndexBuilds</name>
    <message>
        <source>Graph of facts</source>
        <translation>事実のグラフ</translation>
    </message>
    <message>
        <source>Lists the keywords of every passage, with the model if one is connected. Names and terms are then found at once.</source>
        <translation>各箇所のキーワードを一覧にします（モデルが接続されていればモデルで）。名前や用語がすぐに見つかります。</translation>
    </message>
    <message>
        <source>Ready: {passages}</source>
        <translation>準備完了：{passages}</translation>
    </message>
    <message>
        <source>Stopped. The part already built was kept.</source>
        <translation>中止しました。作成済みの部分は残っています。</translation>
    </message>
    <message>
        <source>Table of keywords</source>
        <translation>キーワード表</translation>
    </message>
    <message>
        <source>The model records how people and things are connected, for questions that combine several files.</source>
        <translation>人や物のつながりをモデルが記録します。複数のファイルにまたがる質問に向いています。</translation>
    </message>
    <message>
        <source>The model summarises neighbouring passages, then the summaries. Broad questions then find the right part.</source>
        <translation>モデルが隣り合う箇所を要約し、さらにその要約を要約します。広い質問でも適切な部分が見つかります。</translation>
    </message>
    <message>
        <source>Tree of summaries</source>
        <translation>要約のツリー</translation>
    </message>
    <message>
        <source>Waiting for its turn</source>
        <translation>順番待ち</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done}／{total}</translation>
    </message>
</context>
<context>
    <name>IndexKindCard</name>
    <message>
        <source>Build</source>
        <translation>作成</translation>
    </message>
    <message>
        <source>Build: {name}</source>
        <translation>作成：{name}</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>再開</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>中止</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>もう一度試す</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>更新</translation>
    </message>
</context>
<context>
    <name>KeyDialog</name>
    <message>
        <source>API key</source>
        <translation>API キー</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Choose one in the settings.</source>
        <translation>「設定」で選んでください。</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>接続</translation>
    </message>
    <message>
        <source>Connect to {service}</source>
        <translation>{service} に接続</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>接続中…</translation>
    </message>
    <message>
        <source>Enter the key first.</source>
        <translation>先にキーを入力してください。</translation>
    </message>
    <message>
        <source>Get a key</source>
        <translation>キーを取得</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>保存済み</translation>
    </message>
    <message>
        <source>The key is stored in this system&apos;s keychain.</source>
        <translation>キーはこのシステムのキーチェーンに保存されます。</translation>
    </message>
    <message>
        <source>The service lists no models.</source>
        <translation>サービスにモデルの一覧がありません。</translation>
    </message>
    <message>
        <source>This program is portable. Keys and passwords are stored in {file}, in no keychain: whoever gets the folder can read them.</source>
        <translation>このプログラムはポータブルです。キーとパスワードはキーチェーンではなく {file} に保存されます。フォルダーを手に入れた人はそれらを読めます。</translation>
    </message>
    <message>
        <source>This system has no keychain, and {file} cannot be written. A key is forgotten when you close the program.</source>
        <translation>このシステムにはキーチェーンがなく、{file} に書き込めません。キーはプログラムを閉じると失われます。</translation>
    </message>
    <message>
        <source>This system has no keychain. Keys and passwords are stored in {file}, which only you can open.</source>
        <translation>このシステムにはキーチェーンがありません。キーとパスワードは、本人だけが開ける {file} に保存されます。</translation>
    </message>
    <message>
        <source>Your questions, and the passages that belong to them, are sent to {host}.</source>
        <translation>質問とそれに関わる箇所が {host} に送信されます。</translation>
    </message>
</context>
<context>
    <name>LeftOutDialog</name>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Files left out</source>
        <translation>対象外のファイル</translation>
    </message>
    <message>
        <source>Filter by name, folder or reason</source>
        <translation>名前、フォルダー、理由で絞り込み</translation>
    </message>
    <message>
        <source>The first {listed} of {files}</source>
        <translation>{files}中の最初の {listed} 件</translation>
    </message>
</context>
<context>
    <name>LeftOutModel</name>
    <message>
        <source>File</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>フォルダー</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>理由</translation>
    </message>
</context>
<context>
    <name>Libraries</name>
    <message>
        <source>{size} on disk</source>
        <translation>ディスク使用量 {size}</translation>
    </message>
</context>
<context>
    <name>LibraryCopies</name>
    <message>
        <source>Back up library</source>
        <translation>ライブラリをバックアップ</translation>
    </message>
    <message>
        <source>Backed up to {file}</source>
        <translation>{file} にバックアップしました</translation>
    </message>
    <message>
        <source>Library (*{suffix})</source>
        <translation>ライブラリ (*{suffix})</translation>
    </message>
    <message>
        <source>Open a backup as a library</source>
        <translation>バックアップをライブラリとして開く</translation>
    </message>
    <message>
        <source>{name} copy</source>
        <translation>{name} のコピー</translation>
    </message>
</context>
<context>
    <name>LibraryDeletion</name>
    <message>
        <source>Conversations: {names}. They stay and can be read, found and exported.</source>
        <translation>会話：{names}。会話は残り、読む、探す、書き出すことができます。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Delete its conversations as well</source>
        <translation>その会話も削除する</translation>
    </message>
    <message>
        <source>Delete library</source>
        <translation>ライブラリを削除</translation>
    </message>
    <message>
        <source>Delete the library “{name}”?</source>
        <translation>ライブラリ「{name}」を削除しますか？</translation>
    </message>
    <message>
        <source>The library “{name}” was deleted.</source>
        <translation>ライブラリ「{name}」は削除されました。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
    <message>
        <source>Your files stay where they are; {size} become free.</source>
        <translation>ファイルは元の場所に残り、{size} が空きます。</translation>
    </message>
    <message>
        <source>{names} and {count} more</source>
        <translation>{names}、他 {count} 件</translation>
    </message>
</context>
<context>
    <name>LibraryNotices</name>
    <message>
        <source>Allow it only if these are your folders and belong in this library:</source>
        <translation>これらが自分のフォルダで、このライブラリに入れるものである場合にのみ許可してください：</translation>
    </message>
    <message>
        <source>Don&apos;t read them</source>
        <translation>読み取らない</translation>
    </message>
    <message>
        <source>If you deleted them, remove them here as well. If a drive is disconnected or a sync is running, keep them.</source>
        <translation>削除した場合は、ここからも取り除いてください。ドライブが外れている場合や同期中の場合は、残してください。</translation>
    </message>
    <message>
        <source>Keep them</source>
        <translation>残す</translation>
    </message>
    <message>
        <source>Read them</source>
        <translation>読み取る</translation>
    </message>
    <message>
        <source>Remove them</source>
        <translation>取り除く</translation>
    </message>
    <message>
        <source>See list</source>
        <translation>一覧を見る</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>表示</translation>
    </message>
    <message>
        <source>This library comes from elsewhere and lists folders to read. They are not read yet.</source>
        <translation>このライブラリはほかの場所から来たもので、読み取るフォルダが記載されています。まだ読み取られていません。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>ほか {count} 件</translation>
    </message>
    <message>
        <source>{gone} of {files} in “{folder}” are gone. They stay searchable.</source>
        <translation>「{folder}」の {files}中 {gone} 件がなくなりました。検索は引き続きできます。</translation>
    </message>
    <message numerus="yes">
        <source>{names} can&apos;t be reached. Its %Ln files stay searchable.</source>
        <translation>
            <numerusform>{names} にアクセスできません。その %Ln 個のファイルは引き続き検索できます。</numerusform>
        </translation>
    </message>
    <message>
        <source>{names} can&apos;t be reached. Its files stay searchable.</source>
        <translation>{names} にアクセスできません。そのファイルは引き続き検索できます。</translation>
    </message>
</context>
<context>
    <name>LibraryPane</name>
    <message>
        <source>Conversations</source>
        <translation>会話</translation>
    </message>
    <message>
        <source>Drop files or folders anywhere</source>
        <translation>ファイルやフォルダーをどこにでもドロップ</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>ライブラリ</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>新しい会話</translation>
    </message>
    <message>
        <source>New library or files</source>
        <translation>新しいライブラリまたはファイル</translation>
    </message>
</context>
<context>
    <name>LinkOpener</name>
    <message>
        <source>Open</source>
        <translation>開く</translation>
    </message>
    <message>
        <source>Open link</source>
        <translation>リンクを開く</translation>
    </message>
    <message>
        <source>Open “{place}”?</source>
        <translation>「{place}」を開きますか？</translation>
    </message>
    <message>
        <source>{address}

The model wrote this link or copied it from a document. The site it leads to sees the whole address. You won&apos;t be asked again about “{place}” until you close the window.</source>
        <translation>{address}

このリンクはモデルが書いたか、文書から写したものです。リンク先のサイトにはアドレス全体が伝わります。ウィンドウを閉じるまで「{place}」について再び確認しません。</translation>
    </message>
</context>
<context>
    <name>LoginRow</name>
    <message>
        <source>On</source>
        <translation>オン</translation>
    </message>
    <message>
        <source>Start at login</source>
        <translation>ログイン時に起動</translation>
    </message>
    <message>
        <source>The window starts minimised, and the folders of your libraries are watched from then on.</source>
        <translation>ウィンドウは最小化された状態で起動し、その時点からライブラリのフォルダーを監視します。</translation>
    </message>
</context>
<context>
    <name>LongJobs</name>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Building failed.</source>
        <translation>作成に失敗しました。</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>ダウンロード</translation>
    </message>
    <message>
        <source>Reading stopped. The window says why.</source>
        <translation>読み取りが止まりました。理由はウィンドウに表示されます。</translation>
    </message>
    <message>
        <source>The answer failed.</source>
        <translation>回答に失敗しました。</translation>
    </message>
    <message>
        <source>The answer is ready.</source>
        <translation>回答ができました。</translation>
    </message>
    <message>
        <source>The download failed.</source>
        <translation>ダウンロードに失敗しました。</translation>
    </message>
    <message>
        <source>The download is complete.</source>
        <translation>ダウンロードが完了しました。</translation>
    </message>
    <message>
        <source>The index was built.</source>
        <translation>インデックスを作成しました。</translation>
    </message>
    <message>
        <source>The library is ready to be asked.</source>
        <translation>ライブラリに質問できるようになりました。</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Damaged file</source>
        <translation>壊れたファイル</translation>
    </message>
</context>
<context>
    <name>McpPage</name>
    <message>
        <source>Program</source>
        <translation>プログラム</translation>
    </message>
    <message>
        <source>Take out again</source>
        <translation>取り除く</translation>
    </message>
    <message>
        <source>The program then finds the libraries that you share. A copy of its settings is kept beside them.</source>
        <translation>プログラムからは、共有したライブラリが使えるようになります。プログラムの設定は、変更前のものが同じ場所に残ります。</translation>
    </message>
    <message>
        <source>The settings as they were: {path}</source>
        <translation>変更前の設定：{path}</translation>
    </message>
    <message>
        <source>What changes in the settings of the program</source>
        <translation>プログラムの設定の変更内容</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>書き込む</translation>
    </message>
    <message>
        <source>Written.</source>
        <translation>書き込みました。</translation>
    </message>
    <message>
        <source>{program} is connected.</source>
        <translation>{program}は接続されています。</translation>
    </message>
</context>
<context>
    <name>MeaningList</name>
    <message>
        <source>Belongs</source>
        <translation>該当する</translation>
    </message>
    <message>
        <source>Doesn&apos;t belong</source>
        <translation>該当しない</translation>
    </message>
    <message>
        <source>Take the sentence into the result (+); the cut moves</source>
        <translation>文を結果に含めます（+）。境界が動きます</translation>
    </message>
    <message>
        <source>Take the sentence out of the result (−); the cut moves</source>
        <translation>文を結果から外します（−）。境界が動きます</translation>
    </message>
</context>
<context>
    <name>MeaningModel</name>
    <message>
        <source>Cut here. Just below it:</source>
        <translation>ここまでが該当。すぐ下の文：</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文書</translation>
    </message>
    <message>
        <source>Sentence</source>
        <translation>文</translation>
    </message>
</context>
<context>
    <name>MentionList</name>
    <message>
        <source>Copy link</source>
        <translation>リンクをコピー</translation>
    </message>
    <message>
        <source>Mentions</source>
        <translation>出現箇所</translation>
    </message>
</context>
<context>
    <name>Mentions</name>
    <message numerus="yes">
        <source>%Ln mention(s)</source>
        <translation>
            <numerusform>%Lnか所</numerusform>
        </translation>
    </message>
    <message>
        <source>Not readable</source>
        <translation>読み取れません</translation>
    </message>
    <message>
        <source>Spelt alike: {words}</source>
        <translation>表記の似た語：{words}</translation>
    </message>
    <message>
        <source>Still being read</source>
        <translation>読み取り中</translation>
    </message>
    <message>
        <source>With mentions</source>
        <translation>出現箇所あり</translation>
    </message>
    <message>
        <source>Without</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Written: {spellings}</source>
        <translation>表記：{spellings}</translation>
    </message>
</context>
<context>
    <name>Messages</name>
    <message>
        <source>A cell far from all others makes one of its sheets too large to read.</source>
        <translation>ほかから遠く離れたセルがあるため、シートの 1 つが大きすぎて読み取れません。</translation>
    </message>
    <message>
        <source>A connection needs a name.</source>
        <translation>接続には名前が必要です。</translation>
    </message>
    <message>
        <source>A connection needs a provider.</source>
        <translation>接続には提供元が必要です。</translation>
    </message>
    <message>
        <source>A fault in the program interrupted a part of it. That part was started again.</source>
        <translation>プログラムの不具合により一部の処理が中断されました。その処理は再開されました。</translation>
    </message>
    <message>
        <source>A fault in the program interrupted the watching of your folders. They are watched again.</source>
        <translation>プログラムの不具合によりフォルダーの監視が中断されました。監視は再開されています。</translation>
    </message>
    <message>
        <source>A fault in the program interrupted this answer. The part received so far was kept.</source>
        <translation>プログラムの不具合によりこの回答は中断されました。それまでに受け取った部分は残っています。</translation>
    </message>
    <message>
        <source>A fault in the program interrupted what continues waiting files. It was started again.</source>
        <translation>プログラムの不具合により待機中のファイルの処理が中断されました。処理は再開されました。</translation>
    </message>
    <message>
        <source>A fault in the program kept this answer from being checked. Check it before you rely on it.</source>
        <translation>プログラムの不具合によりこの回答は確認されていません。利用する前にご自身で確認してください。</translation>
    </message>
    <message>
        <source>A fault in the program kept this answer from being checked. “Documents only” shows none of it.</source>
        <translation>プログラムの不具合によりこの回答は確認されていません。「文書のみ」では表示されません。</translation>
    </message>
    <message>
        <source>A fault in the program kept this answer from being saved. Copy what you need of it.</source>
        <translation>プログラムの不具合によりこの回答は保存されていません。必要な部分をコピーしてください。</translation>
    </message>
    <message>
        <source>A library can watch at most {most} things.</source>
        <translation>1 つのライブラリで見守れるのは最大 {most} 件です。</translation>
    </message>
    <message>
        <source>A library needs a name of 1 to 120 characters.</source>
        <translation>ライブラリには 1～120 文字の名前が必要です。</translation>
    </message>
    <message>
        <source>A library&apos;s name must be readable text.</source>
        <translation>ライブラリの名前は読める文字にしてください。</translation>
    </message>
    <message>
        <source>A quotation mark is missing in “{line}”.</source>
        <translation>「{line}」に引用符が足りません。</translation>
    </message>
    <message>
        <source>A search can have at most {most} conditions like “type:pdf”.</source>
        <translation>検索に使える「type:pdf」のような条件は {most} 個までです。</translation>
    </message>
    <message>
        <source>A text is longer than the model “{model_name}” can read.</source>
        <translation>モデル「{model_name}」が読める長さを超えるテキストがあります。</translation>
    </message>
    <message>
        <source>A title needs at least one letter.</source>
        <translation>タイトルには 1 文字以上必要です。</translation>
    </message>
    <message>
        <source>Add --provider, or --preset with one of: {names}.</source>
        <translation>--provider か、次のどれかで --preset を付けてください：{names}。</translation>
    </message>
    <message>
        <source>Add a spreadsheet or CSV file to the library.</source>
        <translation>表計算ファイルか CSV ファイルをライブラリに追加してください。</translation>
    </message>
    <message>
        <source>Add credit at the provider.</source>
        <translation>提供元でクレジットを追加してください。</translation>
    </message>
    <message>
        <source>Add one first.</source>
        <translation>先に追加してください。</translation>
    </message>
    <message>
        <source>Add one in the settings, or with “desktop-rag connection add”.</source>
        <translation>「設定」または「desktop-rag connection add」で追加してください。</translation>
    </message>
    <message>
        <source>Add spreadsheets, CSV files or documents with tables, or ask the passages instead.</source>
        <translation>表計算、CSV、表のある文書を追加するか、箇所に質問してください。</translation>
    </message>
    <message>
        <source>All {files} files were read.</source>
        <translation>{files} 個のファイルすべてを読み取りました。</translation>
    </message>
    <message>
        <source>Another file has taken the place of your conversations: {file}.</source>
        <translation>会話のファイルが別のファイルに置き換わりました: {file}。</translation>
    </message>
    <message>
        <source>Another program changed the data while it was copied.</source>
        <translation>コピー中に別のプログラムがデータを変更しました。</translation>
    </message>
    <message>
        <source>Another program is changing the names of libraries.</source>
        <translation>別のプログラムがライブラリの名前を変更しています。</translation>
    </message>
    <message>
        <source>Another program is using {file}.</source>
        <translation>別のプログラムが {file} を使用しています。</translation>
    </message>
    <message>
        <source>Answers a question from the passages that fit it.</source>
        <translation>質問に合う箇所から回答します。</translation>
    </message>
    <message>
        <source>Answers are now quotations from your files.</source>
        <translation>回答はファイルからの引用になりました。</translation>
    </message>
    <message>
        <source>Any other setting of the model, for example llm.context_window=8192. May be repeated.</source>
        <translation>モデルのその他の設定（例：llm.context_window=8192）。繰り返し指定できます。</translation>
    </message>
    <message>
        <source>Any other setting, for example llm.seed=7; “desktop-rag settings” lists them. May be repeated.</source>
        <translation>その他の設定（例：llm.seed=7）。「desktop-rag settings」で一覧を表示します。繰り返し指定できます。</translation>
    </message>
    <message>
        <source>April</source>
        <translation>4月</translation>
    </message>
    <message>
        <source>Ask again when no answer uses it.</source>
        <translation>回答に使われていないときに、もう一度お試しください。</translation>
    </message>
    <message>
        <source>Ask again, or choose another model.</source>
        <translation>もう一度質問するか、別のモデルを選んでください。</translation>
    </message>
    <message>
        <source>Ask again: it starts anew. If it happens again, choose a smaller model.</source>
        <translation>もう一度質問すると再起動します。繰り返す場合は、より小さいモデルを選んでください。</translation>
    </message>
    <message>
        <source>Ask another question.</source>
        <translation>別の質問をしてください。</translation>
    </message>
    <message>
        <source>Attach a picture or a PDF file.</source>
        <translation>画像か PDF ファイルを添付してください。</translation>
    </message>
    <message>
        <source>August</source>
        <translation>8月</translation>
    </message>
    <message>
        <source>Available: {names}.</source>
        <translation>利用可能：{names}。</translation>
    </message>
    <message>
        <source>By file: {names}.</source>
        <translation>ファイル別：{names}。</translation>
    </message>
    <message>
        <source>CAB archives are not read.</source>
        <translation>CAB アーカイブは読み取りません。</translation>
    </message>
    <message>
        <source>Cells of the sheet “{name}” refer to texts that are not in the file.</source>
        <translation>シート「{name}」のセルが参照する文字列がファイルの中にありません。</translation>
    </message>
    <message>
        <source>Change its permissions or choose another --data-dir.</source>
        <translation>アクセス権を変更するか、別の --data-dir を選んでください。</translation>
    </message>
    <message>
        <source>Change its search model first.</source>
        <translation>先に検索モデルを変更してください。</translation>
    </message>
    <message>
        <source>Change the address to {address}.</source>
        <translation>アドレスを {address} に変更してください。</translation>
    </message>
    <message>
        <source>Change the library&apos;s search model.</source>
        <translation>ライブラリの検索モデルを変更してください。</translation>
    </message>
    <message>
        <source>Changing to {next}: {done} of {total} passages. Continue with --switch.</source>
        <translation>{next} に変更中：{total} 件中 {done} 件の箇所。--switch で続けます。</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>グラフ</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>グラフ</translation>
    </message>
    <message>
        <source>Check its address, name and password in this computer&apos;s proxy settings.</source>
        <translation>このコンピューターのプロキシ設定で、アドレス、名前、パスワードを確認してください。</translation>
    </message>
    <message>
        <source>Check its name.</source>
        <translation>名前を確認してください。</translation>
    </message>
    <message>
        <source>Check its permissions.</source>
        <translation>アクセス権を確認してください。</translation>
    </message>
    <message>
        <source>Check that it exists and that you have permission to change it.</source>
        <translation>存在し、変更する権限があるか確認してください。</translation>
    </message>
    <message>
        <source>Check that it exists and that you have permission to read it.</source>
        <translation>存在し、読み取る権限があるか確認してください。</translation>
    </message>
    <message>
        <source>Check that you have permission to read the file, or move it elsewhere to start with new settings.</source>
        <translation>ファイルを読み取る権限を確認するか、別の場所に移して新しい設定で始めてください。</translation>
    </message>
    <message>
        <source>Check that you have permission to read the file.</source>
        <translation>ファイルを読み取る権限があるか確認してください。</translation>
    </message>
    <message>
        <source>Check that you have permission to write there and that the disk has space.</source>
        <translation>書き込む権限とディスクの空きを確認してください。</translation>
    </message>
    <message>
        <source>Check that you may open it.</source>
        <translation>開く権限を確認してください。</translation>
    </message>
    <message>
        <source>Check the address (http:// for most servers in your own network) and this computer&apos;s date.</source>
        <translation>アドレス（自分のネットワークのサーバーは多くが http://）とこのコンピューターの日付を確認してください。</translation>
    </message>
    <message>
        <source>Check the address and the search model in the settings.</source>
        <translation>設定でアドレスと検索モデルを確認してください。</translation>
    </message>
    <message>
        <source>Check the address of the model in the settings.</source>
        <translation>「設定」でモデルのアドレスを確認してください。</translation>
    </message>
    <message>
        <source>Check the address, or restart the server.</source>
        <translation>アドレスを確認するか、サーバーを再起動してください。</translation>
    </message>
    <message>
        <source>Check the address, or the proxy.</source>
        <translation>アドレスまたはプロキシを確認してください。</translation>
    </message>
    <message>
        <source>Check the address, the network and the firewall.</source>
        <translation>アドレス、ネットワーク、ファイアウォールを確認してください。</translation>
    </message>
    <message>
        <source>Check the address.</source>
        <translation>アドレスを確認してください。</translation>
    </message>
    <message>
        <source>Check the address. Most servers&apos; addresses end in /v1.</source>
        <translation>アドレスを確認してください。多くのサーバーでは /v1 で終わります。</translation>
    </message>
    <message>
        <source>Check the data folder.</source>
        <translation>データフォルダーを確認してください。</translation>
    </message>
    <message>
        <source>Check the disk, or choose a folder on another one.</source>
        <translation>ディスクを確認するか、別のディスクのフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>Check the disk.</source>
        <translation>ディスクを確認してください。</translation>
    </message>
    <message>
        <source>Check the disk. The file will be read again on the next run.</source>
        <translation>ディスクを確認してください。ファイルは次回もう一度読み取ります。</translation>
    </message>
    <message>
        <source>Check the folder and what is left out.</source>
        <translation>フォルダーと対象外の設定を確認してください。</translation>
    </message>
    <message>
        <source>Check the folder {folder}.</source>
        <translation>フォルダ {folder} を確認してください。</translation>
    </message>
    <message>
        <source>Check the key&apos;s rights at the provider, or choose another model.</source>
        <translation>提供元でキーの権限を確認するか、別のモデルを選んでください。</translation>
    </message>
    <message>
        <source>Check the model&apos;s name and options in the settings.</source>
        <translation>「設定」でモデルの名前とオプションを確認してください。</translation>
    </message>
    <message>
        <source>Check the permissions of the data folder.</source>
        <translation>データフォルダーのアクセス権を確認してください。</translation>
    </message>
    <message>
        <source>Check the reranker&apos;s address in the settings, or leave it empty.</source>
        <translation>「設定」でリランカーのアドレスを確認するか、空欄にしてください。</translation>
    </message>
    <message>
        <source>Check the spelling and that the drive is connected.</source>
        <translation>つづりと、ドライブが接続されているかを確認してください。</translation>
    </message>
    <message>
        <source>Check the spelling and the internet connection.</source>
        <translation>つづりとインターネット接続を確認してください。</translation>
    </message>
    <message>
        <source>Check the spelling.</source>
        <translation>つづりを確認してください。</translation>
    </message>
    <message>
        <source>Check the template, and the values that it is given.</source>
        <translation>テンプレートと、渡す値を確認してください。</translation>
    </message>
    <message>
        <source>Check this computer&apos;s proxy settings.</source>
        <translation>このコンピューターのプロキシ設定を確認してください。</translation>
    </message>
    <message>
        <source>Choose a connection to a server.</source>
        <translation>サーバーへの接続を選んでください。</translation>
    </message>
    <message>
        <source>Choose a file in the GGUF format.</source>
        <translation>GGUF 形式のファイルを選んでください。</translation>
    </message>
    <message>
        <source>Choose a file that ends in {suffix}.</source>
        <translation>{suffix} で終わるファイルを選んでください。</translation>
    </message>
    <message>
        <source>Choose a file that was written by exporting settings.</source>
        <translation>設定を書き出したファイルを選んでください。</translation>
    </message>
    <message>
        <source>Choose a folder on a local disk.</source>
        <translation>このコンピューターのディスクにあるフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>Choose a model that can, or another mode.</source>
        <translation>対応するモデルか、別のモードを選んでください。</translation>
    </message>
    <message>
        <source>Choose a model with a larger window, or shorten the question.</source>
        <translation>コンテキストウィンドウの大きいモデルを選ぶか、質問を短くしてください。</translation>
    </message>
    <message>
        <source>Choose a shorter name.</source>
        <translation>短い名前にしてください。</translation>
    </message>
    <message>
        <source>Choose a smaller model, or close other programs.</source>
        <translation>より小さいモデルを選ぶか、ほかのプログラムを閉じてください。</translation>
    </message>
    <message>
        <source>Choose a smaller model.</source>
        <translation>より小さいモデルを選んでください。</translation>
    </message>
    <message>
        <source>Choose an empty or a new folder.</source>
        <translation>空のフォルダーか新しいフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>Choose another --data-dir.</source>
        <translation>別の --data-dir を選んでください。</translation>
    </message>
    <message>
        <source>Choose another file in the settings.</source>
        <translation>「設定」で別のファイルを選んでください。</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>別のファイルを選んでください。</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>別のフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>Choose another model in the settings.</source>
        <translation>「設定」で別のモデルを選んでください。</translation>
    </message>
    <message>
        <source>Choose another model.</source>
        <translation>別のモデルを選んでください。</translation>
    </message>
    <message>
        <source>Choose another model; this one may not be for chats.</source>
        <translation>別のモデルを選んでください。このモデルはチャット用ではないかもしれません。</translation>
    </message>
    <message>
        <source>Choose another name, or replace it with --force.</source>
        <translation>別の名前にするか、--force で置き換えてください。</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>別の名前にしてください。</translation>
    </message>
    <message>
        <source>Choose another one.</source>
        <translation>別のものを選んでください。</translation>
    </message>
    <message>
        <source>Choose another place.</source>
        <translation>別の場所を選んでください。</translation>
    </message>
    <message>
        <source>Choose another.</source>
        <translation>別のものを選んでください。</translation>
    </message>
    <message>
        <source>Choose one by its id: {ids}.</source>
        <translation>ID で選んでください：{ids}。</translation>
    </message>
    <message>
        <source>Choose one in the settings, or with --provider on the command line.</source>
        <translation>「設定」またはコマンドラインの --provider で選んでください。</translation>
    </message>
    <message>
        <source>Choose one in the settings.</source>
        <translation>「設定」で選んでください。</translation>
    </message>
    <message>
        <source>Choose one of 1 to {most} characters.</source>
        <translation>1～{most} 文字の名前にしてください。</translation>
    </message>
    <message>
        <source>Choose one of {names}.</source>
        <translation>次から選んでください：{names}。</translation>
    </message>
    <message>
        <source>Choose one of: {names}.</source>
        <translation>次から選んでください：{names}。</translation>
    </message>
    <message>
        <source>Choose one that can; if this one can, switch “Sees images” on in its settings.</source>
        <translation>対応するモデルを選んでください。このモデルが対応していれば、設定の「画像を見られる」をオンにします。</translation>
    </message>
    <message>
        <source>Choose one, or remove “{name}”.</source>
        <translation>選ぶか、「{name}」を取り除いてください。</translation>
    </message>
    <message>
        <source>Choose that model in the settings with its server&apos;s address, or change the library&apos;s search model.</source>
        <translation>設定でこのモデルとサーバーのアドレスを選択するか、ライブラリの検索モデルを変更してください。</translation>
    </message>
    <message>
        <source>Choose the chat mode “react” instead.</source>
        <translation>代わりにチャットモード「react」を選んでください。</translation>
    </message>
    <message>
        <source>Choose the file of a chat model.</source>
        <translation>チャットモデルのファイルを選んでください。</translation>
    </message>
    <message>
        <source>Choose the folder that was moved.</source>
        <translation>移動したフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>Choose {minimum} to {maximum}.</source>
        <translation>{minimum}～{maximum} にしてください。</translation>
    </message>
    <message>
        <source>Choose “Read again” in the list of files, or add the file again.</source>
        <translation>ファイルの一覧で「もう一度読み取る」を選ぶか、ファイルを追加し直してください。</translation>
    </message>
    <message>
        <source>Chroma has no such filter.</source>
        <translation>Chroma にそのようなフィルターはありません。</translation>
    </message>
    <message>
        <source>Close other programs and try again.</source>
        <translation>ほかのプログラムを閉じて、もう一度お試しください。</translation>
    </message>
    <message>
        <source>Close other programs that use it, and check that you have permission to change its folder.</source>
        <translation>使用中のほかのプログラムを閉じ、フォルダーを変更する権限を確認してください。</translation>
    </message>
    <message>
        <source>Close other programs that use it.</source>
        <translation>それを使っている他のプログラムを閉じてください。</translation>
    </message>
    <message>
        <source>Close other programs, or choose a smaller model.</source>
        <translation>ほかのプログラムを閉じるか、より小さいモデルを選んでください。</translation>
    </message>
    <message>
        <source>Close other windows and commands of Desktop RAG and try again.</source>
        <translation>Desktop RAG のほかのウィンドウとコマンドを終了して、もう一度お試しください。</translation>
    </message>
    <message>
        <source>Close the file if another program has it open, or choose another folder.</source>
        <translation>ほかのプログラムで開いていれば閉じるか、別のフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>Close the other window and try again.</source>
        <translation>もう一方のウィンドウを閉じて、もう一度お試しください。</translation>
    </message>
    <message>
        <source>Close the program, move the folder yourself, and start with the new place.</source>
        <translation>プログラムを閉じ、フォルダーを手動で移動してから、新しい場所を指定して起動してください。</translation>
    </message>
    <message>
        <source>Comments</source>
        <translation>コメント</translation>
    </message>
    <message>
        <source>Computes and counts over the tables of spreadsheets, CSV files and documents.</source>
        <translation>表計算、CSV、文書の表を計算し、数えます。</translation>
    </message>
    <message>
        <source>Connect its disk and try again. If the folder has another name now, tell it to “desktop-rag data-folder use”.</source>
        <translation>ディスクを接続して、もう一度お試しください。フォルダーの名前が変わった場合は「desktop-rag data-folder use」で指定してください。</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目次</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>会話</translation>
    </message>
    <message>
        <source>Copy it again, or ask whoever gave it to you for another copy.</source>
        <translation>もう一度コピーするか、提供者に別のコピーを依頼してください。</translation>
    </message>
    <message>
        <source>Copy it again, or use another backup.</source>
        <translation>コピーし直すか、別のバックアップを使ってください。</translation>
    </message>
    <message>
        <source>Correct the template: see jinja.palletsprojects.com/templates.</source>
        <translation>テンプレートを直してください。jinja.palletsprojects.com/templates を参照してください。</translation>
    </message>
    <message>
        <source>Create it first.</source>
        <translation>先に作成してください。</translation>
    </message>
    <message>
        <source>Databases and files of numbers are not read.</source>
        <translation>データベースと数値のファイルは読み取りません。</translation>
    </message>
    <message>
        <source>Databases cannot be locked in {folder}, as is usual on network drives.</source>
        <translation>{folder} ではデータベースをロックできません。ネットワークドライブではよくあることです。</translation>
    </message>
    <message>
        <source>Deadlines: {found}, in {files} of {count} files.</source>
        <translation>期限：{found} 件（{count} 個のファイル中 {files} 個のファイル）。</translation>
    </message>
    <message>
        <source>December</source>
        <translation>12月</translation>
    </message>
    <message>
        <source>Decrypt it with the app that receives it and add that.</source>
        <translation>受信に使うアプリで復号し、それを追加してください。</translation>
    </message>
    <message>
        <source>Delete the rows and columns beyond the table, save the file and add it again.</source>
        <translation>表の外の行と列を削除し、ファイルを保存して追加し直してください。</translation>
    </message>
    <message>
        <source>Deleted “{name}”.</source>
        <translation>「{name}」を削除しました。</translation>
    </message>
    <message>
        <source>Deleted “{name}”. Your files are untouched.</source>
        <translation>「{name}」を削除しました。ファイルはそのままです。</translation>
    </message>
    <message>
        <source>Desktop RAG is working offline, so nothing was sent to {host}.</source>
        <translation>Desktop RAG はオフラインのため、{host} には何も送信しませんでした。</translation>
    </message>
    <message>
        <source>Desktop RAG is working offline, so the connection to {host} was closed.</source>
        <translation>Desktop RAG はオフラインのため、{host} への接続を切断しました。</translation>
    </message>
    <message>
        <source>Diagram</source>
        <translation>図</translation>
    </message>
    <message>
        <source>Did you mean “{close}”?</source>
        <translation>もしかして「{close}」ですか？</translation>
    </message>
    <message>
        <source>Directory {folder} does not exist.</source>
        <translation>フォルダー {folder} はありません。</translation>
    </message>
    <message>
        <source>DjVu files are not read.</source>
        <translation>DjVu ファイルは読み取りません。</translation>
    </message>
    <message>
        <source>Documents of Hangul 3 and older are not read.</source>
        <translation>Hangul 3 以前の文書は読み取りません。</translation>
    </message>
    <message>
        <source>Download it again to continue where it stopped.</source>
        <translation>もう一度ダウンロードすると、途中から再開します。</translation>
    </message>
    <message>
        <source>Download it again, or choose another model.</source>
        <translation>ダウンロードし直すか、別のモデルを選んでください。</translation>
    </message>
    <message>
        <source>Download it again, or repair it with the app that created it.</source>
        <translation>ダウンロードし直すか、作成したアプリで修復してください。</translation>
    </message>
    <message>
        <source>Download it again.</source>
        <translation>ダウンロードし直してください。</translation>
    </message>
    <message>
        <source>Download it once with “hf download {model_name}”, or give the folder it is in.</source>
        <translation>「hf download {model_name}」で一度ダウンロードするか、そのフォルダーを指定してください。</translation>
    </message>
    <message>
        <source>Download or export the model again.</source>
        <translation>モデルをダウンロードし直すか、書き出し直してください。</translation>
    </message>
    <message>
        <source>Download the model again.</source>
        <translation>モデルをダウンロードし直してください。</translation>
    </message>
    <message>
        <source>Drawings are not read.</source>
        <translation>図面は読み取りません。</translation>
    </message>
    <message>
        <source>Each line needs {&quot;id&quot;, &quot;question&quot;, &quot;expected&quot;: [{&quot;file&quot;, &quot;page&quot; and &quot;grade&quot; if there are any}]}.</source>
        <translation>各行は {&quot;id&quot;, &quot;question&quot;, &quot;expected&quot;: [{&quot;file&quot;、あれば &quot;page&quot; と &quot;grade&quot;}]} の形にしてください。</translation>
    </message>
    <message>
        <source>Earlier, the text says {figure}.</source>
        <translation>前の箇所では{figure}となっています。</translation>
    </message>
    <message>
        <source>Enter it in the settings, or remove “rerank” there.</source>
        <translation>「設定」で入力するか、そこで「rerank」を取り除いてください。</translation>
    </message>
    <message>
        <source>Enter the key again in the settings.</source>
        <translation>「設定」でキーを入力し直してください。</translation>
    </message>
    <message>
        <source>Enter the key in the settings.</source>
        <translation>「設定」でキーを入力してください。</translation>
    </message>
    <message>
        <source>Enter the name of the model.</source>
        <translation>モデルの名前を入力してください。</translation>
    </message>
    <message>
        <source>Example: {example}.</source>
        <translation>例：{example}。</translation>
    </message>
    <message>
        <source>Export it as HTML, XLSX or CSV.</source>
        <translation>HTML、XLSX、CSV のいずれかで書き出してください。</translation>
    </message>
    <message>
        <source>Export it as PDF or DOCX and add that.</source>
        <translation>PDF か DOCX に書き出して追加してください。</translation>
    </message>
    <message>
        <source>Export it with the task “sentence-similarity”, or choose another model.</source>
        <translation>タスク「sentence-similarity」で書き出すか、別のモデルを選んでください。</translation>
    </message>
    <message>
        <source>Export it with “optimum-cli export onnx”, or download one that has a folder “onnx”.</source>
        <translation>「optimum-cli export onnx」で書き出すか、「onnx」フォルダーのあるものをダウンロードしてください。</translation>
    </message>
    <message>
        <source>Exported “{name}” to {file}.</source>
        <translation>「{name}」を {file} に書き出しました。</translation>
    </message>
    <message>
        <source>February</source>
        <translation>2月</translation>
    </message>
    <message>
        <source>Figure stated differently</source>
        <translation>数値が食い違っています</translation>
    </message>
    <message>
        <source>File {path} does not exist.</source>
        <translation>ファイル {path} はありません。</translation>
    </message>
    <message>
        <source>Files cannot be sorted by “{name}”.</source>
        <translation>ファイルを「{name}」で並べ替えることはできません。</translation>
    </message>
    <message>
        <source>Fill the table first, or check the spelling.</source>
        <translation>先に表を埋めるか、つづりを確認してください。</translation>
    </message>
    <message>
        <source>Folders with this name hold files that programs generate.</source>
        <translation>この名前のフォルダーには、プログラムが生成したファイルが入っています。</translation>
    </message>
    <message>
        <source>Fonts are not read.</source>
        <translation>フォントは読み取りません。</translation>
    </message>
    <message>
        <source>Footnotes</source>
        <translation>脚注</translation>
    </message>
    <message>
        <source>Forgot the {kind} for {owner}.</source>
        <translation>{owner} の {kind} を消去しました。</translation>
    </message>
    <message>
        <source>Form entries</source>
        <translation>フォームの入力内容</translation>
    </message>
    <message>
        <source>Found:</source>
        <translation>検出値:</translation>
    </message>
    <message>
        <source>Free some space and try again.</source>
        <translation>空きを増やして、もう一度お試しください。</translation>
    </message>
    <message>
        <source>Free some space or choose a folder on another disk.</source>
        <translation>空き容量を増やすか、別のディスクのフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>Give --portable or --data-dir, not both.</source>
        <translation>--portable と --data-dir は、どちらか一方だけを指定してください。</translation>
    </message>
    <message>
        <source>Give FOLDER or --default.</source>
        <translation>FOLDER または --default を指定してください。</translation>
    </message>
    <message>
        <source>Give each its own.</source>
        <translation>それぞれ別のものにしてください。</translation>
    </message>
    <message>
        <source>Give either QUERY or --queries FILE.</source>
        <translation>QUERY か --queries FILE のどちらかを指定してください。</translation>
    </message>
    <message>
        <source>Give it one, as in llm=Ollama(&apos;llama3.2&apos;), or set Settings.llm.</source>
        <translation>llm=Ollama(&apos;llama3.2&apos;) のように渡すか、Settings.llm を設定してください。</translation>
    </message>
    <message>
        <source>Give one of them another name.</source>
        <translation>どちらかを別の名前にしてください。</translation>
    </message>
    <message>
        <source>Give only one of --json, --csv, --xlsx, --html and --docx.</source>
        <translation>--json、--csv、--xlsx、--html、--docx のうち 1 つだけを指定してください。</translation>
    </message>
    <message>
        <source>Header and footer</source>
        <translation>ヘッダーとフッター</translation>
    </message>
    <message>
        <source>If it holds tables, save them as CSV and add those.</source>
        <translation>表があれば、CSV で保存して追加してください。</translation>
    </message>
    <message>
        <source>If it holds text, save it as PDF and add that.</source>
        <translation>テキストがあれば、PDF で保存して追加してください。</translation>
    </message>
    <message>
        <source>If it shows text, save it as JPEG and add that.</source>
        <translation>文字が写っていれば、JPEG で保存して追加してください。</translation>
    </message>
    <message>
        <source>If the server is yours, set the environment variable SSL_CERT_FILE to the file of its certificate and start again. Otherwise check the address and this computer&apos;s date.</source>
        <translation>自分のサーバーなら、環境変数 SSL_CERT_FILE にその証明書のファイルを設定して起動し直してください。そうでなければ、アドレスとこのコンピューターの日付を確認してください。</translation>
    </message>
    <message>
        <source>If there are subtitles or a transcript, add those.</source>
        <translation>字幕や書き起こしがあれば、それを追加してください。</translation>
    </message>
    <message>
        <source>If you trust it, split it into smaller files.</source>
        <translation>信頼できるファイルなら、小さいファイルに分けてください。</translation>
    </message>
    <message>
        <source>If you trust it, unpack it and add the folder.</source>
        <translation>信頼できるなら、展開してフォルダーを追加してください。</translation>
    </message>
    <message>
        <source>Import the module that has the class.</source>
        <translation>そのクラスがあるモジュールをインポートしてください。</translation>
    </message>
    <message>
        <source>Imported “{name}”: {files}, {passages}.</source>
        <translation>「{name}」を読み込みました：{files}、{passages}。</translation>
    </message>
    <message>
        <source>Inserted text</source>
        <translation>挿入されたテキスト</translation>
    </message>
    <message>
        <source>Install it with “pip install {package}”, or choose another model in the settings.</source>
        <translation>「pip install {package}」で導入するか、「設定」で別のモデルを選んでください。</translation>
    </message>
    <message>
        <source>Install it, or remove it in Settings.</source>
        <translation>インストールするか、「設定」で取り除いてください。</translation>
    </message>
    <message>
        <source>Install it: pip install {package}</source>
        <translation>インストールしてください: pip install {package}</translation>
    </message>
    <message>
        <source>Install the program again, or Tesseract.</source>
        <translation>プログラムを再インストールするか、Tesseract を導入してください。</translation>
    </message>
    <message>
        <source>It has no settings.</source>
        <translation>設定項目はありません。</translation>
    </message>
    <message>
        <source>It holds more than {limit} MB. The rest was left out.</source>
        <translation>{limit} MB を超えています。残りは対象外です。</translation>
    </message>
    <message>
        <source>It is a link to a folder. Add that folder itself.</source>
        <translation>フォルダーへのリンクです。フォルダー自体を追加してください。</translation>
    </message>
    <message>
        <source>It is a signature without the signed file.</source>
        <translation>署名だけで、署名されたファイルがありません。</translation>
    </message>
    <message>
        <source>It is a system file.</source>
        <translation>システムファイルです。</translation>
    </message>
    <message>
        <source>It is damaged. The rest could not be read.</source>
        <translation>壊れています。残りは読み取れませんでした。</translation>
    </message>
    <message>
        <source>It is hidden.</source>
        <translation>隠しファイルです。</translation>
    </message>
    <message>
        <source>It is not a document.</source>
        <translation>文書ではありません。</translation>
    </message>
    <message>
        <source>It is not a document: its content is not text.</source>
        <translation>文書ではありません（内容がテキストではありません）。</translation>
    </message>
    <message>
        <source>It is not a regular file.</source>
        <translation>通常のファイルではありません。</translation>
    </message>
    <message>
        <source>It is the same as {twin}.</source>
        <translation>{twin} と同じ内容です。</translation>
    </message>
    <message>
        <source>It listed the computers that were contacted. The entries that could be read are still listed.</source>
        <translation>接続先のコンピューターの一覧が保存されていました。読み取れた項目は引き続き一覧に表示されます。</translation>
    </message>
    <message>
        <source>It may need more memory than there is. The server&apos;s own messages tell more.</source>
        <translation>メモリが足りない可能性があります。詳しくはサーバーのメッセージをご覧ください。</translation>
    </message>
    <message>
        <source>It must be an object; see json-schema.org.</source>
        <translation>オブジェクトでなければなりません。json-schema.org をご覧ください。</translation>
    </message>
    <message>
        <source>It must be {kind}.</source>
        <translation>{kind}でなければなりません。</translation>
    </message>
    <message>
        <source>It only introduces what follows.</source>
        <translation>次に続く内容を導く文です。</translation>
    </message>
    <message>
        <source>It should look like http://localhost:11434.</source>
        <translation>http://localhost:11434 のような形にしてください。</translation>
    </message>
    <message>
        <source>It stays where it was.</source>
        <translation>データは元の場所にあります。</translation>
    </message>
    <message>
        <source>It stored API keys and passwords. Enter them again in the settings.</source>
        <translation>API キーとパスワードが保存されていました。設定でもう一度入力してください。</translation>
    </message>
    <message>
        <source>It stored how each model counts tokens. The program learns that again as you ask questions.</source>
        <translation>各モデルのトークンの数え方が保存されていました。質問するうちにプログラムが再び学習します。</translation>
    </message>
    <message>
        <source>It stored how fast files are read on this computer. The program measures that again as it reads.</source>
        <translation>このコンピューターでのファイルの読み取り速度が保存されていました。読み取りの際にプログラムが再び測定します。</translation>
    </message>
    <message>
        <source>It stored where your data folder is. From now on the folder you named is used.</source>
        <translation>データフォルダーの場所が保存されていました。今後は指定したフォルダーを使います。</translation>
    </message>
    <message>
        <source>It stored which version of the search model is fastest on this computer. The program measures that again.</source>
        <translation>このコンピューターで最も速い検索モデルの種類が保存されていました。プログラムが再び測定します。</translation>
    </message>
    <message>
        <source>It unpacks to far more data than it should, as if made to fill the disk. The rest was left out.</source>
        <translation>展開するとディスクを埋めるほど異常に大きくなります。残りは対象外です。</translation>
    </message>
    <message>
        <source>Its file lists folders that are not read until you accept them: {command}</source>
        <translation>このファイルには、承認するまで読み取られないフォルダが記載されています：{command}</translation>
    </message>
    <message>
        <source>Its folder cannot be opened. The file stays searchable.</source>
        <translation>フォルダーを開けません。ファイルは引き続き検索できます。</translation>
    </message>
    <message>
        <source>Its folder cannot be reached. The file stays searchable.</source>
        <translation>フォルダーにアクセスできません。ファイルは引き続き検索できます。</translation>
    </message>
    <message>
        <source>January</source>
        <translation>1月</translation>
    </message>
    <message>
        <source>Judged by these files alone. Whether a sentence is true, they don&apos;t tell.</source>
        <translation>これらのファイルだけに基づく判定です。文が事実かどうかは分かりません。</translation>
    </message>
    <message>
        <source>July</source>
        <translation>7月</translation>
    </message>
    <message>
        <source>June</source>
        <translation>6月</translation>
    </message>
    <message>
        <source>Known: {names}.</source>
        <translation>使えるもの：{names}。</translation>
    </message>
    <message>
        <source>Let its name end in {known}.</source>
        <translation>名前の末尾を {known} にしてください。</translation>
    </message>
    <message>
        <source>Libraries ask for their folders again.</source>
        <translation>ライブラリはフォルダの許可をもう一度求めます。</translation>
    </message>
    <message>
        <source>Libraries: {others}.</source>
        <translation>ライブラリ：{others}。</translation>
    </message>
    <message>
        <source>Library: {name}</source>
        <translation>ライブラリ：{name}</translation>
    </message>
    <message>
        <source>Line {line} of the template is no valid Jinja: {reason}.</source>
        <translation>テンプレートの {line} 行目は正しい Jinja ではありません: {reason}。</translation>
    </message>
    <message>
        <source>Line {number} of {path} has no “id” and “query”.</source>
        <translation>{path} の {number} 行目に「id」と「query」がありません。</translation>
    </message>
    <message>
        <source>Line {number} of {path} is not a valid test question.</source>
        <translation>{path} の {number} 行目は正しいテスト質問ではありません。</translation>
    </message>
    <message>
        <source>Line {number} of {path} names no expected source.</source>
        <translation>{path} の {number} 行目に期待する出典がありません。</translation>
    </message>
    <message>
        <source>Loading the model took too long.</source>
        <translation>モデルの読み込みに時間がかかりすぎました。</translation>
    </message>
    <message>
        <source>Look again later.</source>
        <translation>後でもう一度確認してください。</translation>
    </message>
    <message>
        <source>Look at the server&apos;s own messages, try again later, or choose a smaller model.</source>
        <translation>サーバーのメッセージを確認し、後でもう一度試すか、より小さいモデルを選んでください。</translation>
    </message>
    <message>
        <source>Lotus 1-2-3 and Quattro Pro workbooks are not read.</source>
        <translation>Lotus 1-2-3 と Quattro Pro のブックは読み取りません。</translation>
    </message>
    <message>
        <source>Make a token next: desktop-rag serve allow NAME</source>
        <translation>次に、トークンを作成してください：desktop-rag serve allow NAME</translation>
    </message>
    <message>
        <source>Make one with SimpleDocumentStore().</source>
        <translation>SimpleDocumentStore() で作成してください。</translation>
    </message>
    <message>
        <source>March</source>
        <translation>3月</translation>
    </message>
    <message>
        <source>May</source>
        <translation>5月</translation>
    </message>
    <message>
        <source>May be repeated.</source>
        <translation>繰り返し指定できます。</translation>
    </message>
    <message>
        <source>Model: {name}</source>
        <translation>モデル：{name}</translation>
    </message>
    <message>
        <source>Models are sent text and pictures, and this message has a block of {block_type}.</source>
        <translation>モデルに送られるのは文字と画像だけですが、このメッセージには {block_type} のブロックがあります。</translation>
    </message>
    <message>
        <source>Models that run built in read text only. Choose one of Ollama, of llama.cpp&apos;s server or of an online service.</source>
        <translation>内蔵のモデルが読むのは文字だけです。Ollama、llama.cpp のサーバー、またはオンラインサービスのモデルを選んでください。</translation>
    </message>
    <message>
        <source>Models: {names}</source>
        <translation>モデル：{names}</translation>
    </message>
    <message>
        <source>Must specify `class_name` in reader data.</source>
        <translation>リーダーのデータに `class_name` がありません。</translation>
    </message>
    <message>
        <source>Name one in the settings, or choose the built-in one.</source>
        <translation>「設定」で指定するか、内蔵のものを選んでください。</translation>
    </message>
    <message>
        <source>New passages are found by words only for now: {error} The program tries again automatically.</source>
        <translation>新しい箇所は当面、語句でだけ見つかります：{error} プログラムが自動的に再試行します。</translation>
    </message>
    <message>
        <source>No conversation says “{words}”.</source>
        <translation>「{words}」を含む会話はありません。</translation>
    </message>
    <message>
        <source>No files found in {input_dir}.</source>
        <translation>{input_dir} にファイルが見つかりません。</translation>
    </message>
    <message>
        <source>No key was given.</source>
        <translation>キーが入力されませんでした。</translation>
    </message>
    <message>
        <source>No model is chosen yet.</source>
        <translation>モデルがまだ選ばれていません。</translation>
    </message>
    <message>
        <source>No model is used: answers are quotations from your files.</source>
        <translation>モデルを使っていません。回答はファイルからの引用です。</translation>
    </message>
    <message>
        <source>No passage has this quotation.</source>
        <translation>この引用を含む箇所はありません。</translation>
    </message>
    <message>
        <source>No passage says this.</source>
        <translation>これを述べる箇所はありません。</translation>
    </message>
    <message>
        <source>No search model is chosen.</source>
        <translation>検索モデルが選ばれていません。</translation>
    </message>
    <message>
        <source>No server responds at {place}.</source>
        <translation>{place} のサーバーが応答しません。</translation>
    </message>
    <message>
        <source>No support for this answer was found in your files. Check it before you rely on it.</source>
        <translation>ファイルにこの回答の根拠は見つかりませんでした。使う前に確認してください。</translation>
    </message>
    <message>
        <source>None of the settings in {file} can be used. Their values are invalid: {names}.</source>
        <translation>{file} の設定はどれも使用できません。次の値が正しくありません：{names}。</translation>
    </message>
    <message>
        <source>Not enough disk space to read {names}. Free some space. Reading then continues.</source>
        <translation>{names} を読み取るディスクの空きがありません。空きを増やすと読み取りを続けます。</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>ノート</translation>
    </message>
    <message>
        <source>Nothing changes.</source>
        <translation>何も変わりません。</translation>
    </message>
    <message>
        <source>Nothing has left this machine.</source>
        <translation>このコンピューターの外には何も送られていません。</translation>
    </message>
    <message>
        <source>Nothing in these files seems to be about this.</source>
        <translation>これらのファイルに関連する内容は見当たりません。</translation>
    </message>
    <message>
        <source>Nothing in this library matches the question. Try different words, or add files that cover it.</source>
        <translation>このライブラリに質問に合う内容はありません。別の言葉を試すか、関連するファイルを追加してください。</translation>
    </message>
    <message>
        <source>Nothing was changed. Correct the file, or choose another one.</source>
        <translation>何も変更されていません。ファイルを修正するか、別のファイルを選んでください。</translation>
    </message>
    <message>
        <source>November</source>
        <translation>11月</translation>
    </message>
    <message>
        <source>Number doesn&apos;t fit the list</source>
        <translation>列挙の数が一致しません</translation>
    </message>
    <message>
        <source>Number {number} is no longer watched.</source>
        <translation>{number} 番はもう見守られていません。</translation>
    </message>
    <message>
        <source>October</source>
        <translation>10月</translation>
    </message>
    <message>
        <source>Ollama does not have the model “{model}” yet.</source>
        <translation>Ollama にモデル「{model}」がまだありません。</translation>
    </message>
    <message>
        <source>Ollama is not running at {address}.</source>
        <translation>{address} で Ollama が動いていません。</translation>
    </message>
    <message>
        <source>Ollama knows no model named “{model}”.</source>
        <translation>Ollama に「{model}」というモデルはありません。</translation>
    </message>
    <message>
        <source>On this computer: {listed}.</source>
        <translation>このコンピューターにあるもの：{listed}。</translation>
    </message>
    <message>
        <source>OneNote notebooks are not read.</source>
        <translation>OneNote のノートブックは読み取りません。</translation>
    </message>
    <message>
        <source>Only SELECT is allowed.</source>
        <translation>SELECT だけが使えます。</translation>
    </message>
    <message>
        <source>Only one SELECT statement is allowed.</source>
        <translation>SELECT 文は 1 つだけ使えます。</translation>
    </message>
    <message>
        <source>Only the first {count} pages of it were read.</source>
        <translation>最初の {count} ページだけを読み取りました。</translation>
    </message>
    <message>
        <source>Reference leads nowhere</source>
        <translation>参照先がありません</translation>
    </message>
    <message>
        <source>The certificate of {place} comes from an authority that this computer does not know, so the connection is not secure.</source>
        <translation>{place} の証明書はこのコンピューターが知らない認証局のものなので、接続は安全ではありません。</translation>
    </message>
    <message>
        <source>The certificate of {place} has expired, so the connection is not secure.</source>
        <translation>{place} の証明書は期限切れなので、接続は安全ではありません。</translation>
    </message>
    <message>
        <source>The certificate of {place} is for another name, so the connection is not secure.</source>
        <translation>{place} の証明書は別の名前のものなので、接続は安全ではありません。</translation>
    </message>
    <message>
        <source>The certificate of {place} is not valid, so the connection is not secure.</source>
        <translation>{place} の証明書は有効ではないので、接続は安全ではありません。</translation>
    </message>
    <message>
        <source>The certificate of {place} is self-signed, so the connection is not secure.</source>
        <translation>{place} の証明書は自己署名なので、接続は安全ではありません。</translation>
    </message>
    <message>
        <source>The file has not changed since the library began to keep earlier states.</source>
        <translation>ライブラリが以前の状態の保存を始めてから、ファイルは変更されていません。</translation>
    </message>
    <message>
        <source>The first words came after {seconds} s, after thinking.</source>
        <translation>考えたあと、{seconds} 秒で最初の語が届きました。</translation>
    </message>
    <message>
        <source>The first words came after {seconds} s.</source>
        <translation>{seconds} 秒で最初の語が届きました。</translation>
    </message>
    <message>
        <source>The model “{model}” has changed: it returns {count} numbers per text instead of {dimensions}.</source>
        <translation>モデル「{model}」が変わりました。テキストごとに {dimensions} 個ではなく {count} 個の数値を返します。</translation>
    </message>
    <message>
        <source>The names are: {names}.</source>
        <translation>名前：{names}。</translation>
    </message>
    <message>
        <source>The picture is damaged.</source>
        <translation>画像が壊れています。</translation>
    </message>
    <message>
        <source>The plug-in “{key}” can&apos;t read this file: {reason}.</source>
        <translation>プラグイン「{key}」はこのファイルを読み取れません：{reason}。</translation>
    </message>
    <message>
        <source>The prompt must contain {variable}.</source>
        <translation>プロンプトには {variable} が必要です。</translation>
    </message>
    <message>
        <source>The prompt “{name}” must contain {variable}.</source>
        <translation>プロンプト「{name}」には {variable} が必要です。</translation>
    </message>
    <message>
        <source>The server at {address} does not rerank passages.</source>
        <translation>{address} のサーバーは箇所を並べ替えません。</translation>
    </message>
    <message>
        <source>The source says {words}.</source>
        <translation>出典では {words} です。</translation>
    </message>
    <message>
        <source>The spreadsheet is damaged.</source>
        <translation>表計算ファイルが壊れています。</translation>
    </message>
    <message>
        <source>There is no prompt named “{name}” here.</source>
        <translation>ここに「{name}」というプロンプトはありません。</translation>
    </message>
    <message>
        <source>These settings have invalid values in the file and were not imported: {names}.</source>
        <translation>次の設定はファイル内の値が正しくないため、読み込みませんでした：{names}。</translation>
    </message>
    <message>
        <source>This is too much to be watched.</source>
        <translation>多すぎて見守れません。</translation>
    </message>
    <message>
        <source>This version does not know {names}.</source>
        <translation>このバージョンは {names} に対応していません。</translation>
    </message>
    <message>
        <source>To get them back, close the program and put a backup in its place. Pictures and attached files are kept for thirty days.</source>
        <translation>元に戻すには、プログラムを閉じてバックアップをその場所に置いてください。画像と添付ファイルは 30 日間保持されます。</translation>
    </message>
    <message>
        <source>To list them, leave out --earlier.</source>
        <translation>一覧を見るには --earlier を外してください。</translation>
    </message>
    <message>
        <source>Total doesn&apos;t add up</source>
        <translation>合計が合いません</translation>
    </message>
    <message>
        <source>Watch a part of it.</source>
        <translation>その一部を見守ってください。</translation>
    </message>
    <message>
        <source>Watch an answer that cites a document.</source>
        <translation>文書を引用している回答を見守ってください。</translation>
    </message>
    <message>
        <source>Watched: {pins}. Statements looked at again: {looked}. New files: {files}.</source>
        <translation>見守り中: {pins} 件。見直した記述: {looked} 件。新しいファイル: {files} 件。</translation>
    </message>
    <message>
        <source>Watched: {title}</source>
        <translation>見守り中: {title}</translation>
    </message>
    <message>
        <source>Watching “{title}”, number {number}. Statements: {count}.</source>
        <translation>「{title}」を見守ります。番号: {number}。記述: {count} 件。</translation>
    </message>
    <message>
        <source>{file} cannot be compared: {reason}</source>
        <translation>{file} は比較できません：{reason}</translation>
    </message>
    <message>
        <source>{file} cannot be opened: that would delete another file.</source>
        <translation>{file} を開けません：開くと別のファイルが削除されます。</translation>
    </message>
    <message>
        <source>{file} cannot be read: {reason}</source>
        <translation>{file}を読み取れません：{reason}</translation>
    </message>
    <message>
        <source>{file} has no page {page}.</source>
        <translation>{file}に {page} ページはありません。</translation>
    </message>
    <message>
        <source>{file} isn&apos;t in the library “{name}” any more.</source>
        <translation>{file} はライブラリ「{name}」にもうありません。</translation>
    </message>
    <message>
        <source>{file}: {reason}</source>
        <translation>{file}：{reason}</translation>
    </message>
    <message>
        <source>{found} of {cells} cells have a value.</source>
        <translation>{cells} 個中 {found} 個のセルに値があります。</translation>
    </message>
    <message>
        <source>{found} of {count} files are dated {period}.</source>
        <translation>{count} 個のファイル中 {found} 個のファイルの日付が {period} です。</translation>
    </message>
    <message>
        <source>{found} of {count} files state an end in this period: {period}.</source>
        <translation>{count} 個のファイル中 {found} 個のファイルに、この期間の終了日が書かれています：{period}。</translation>
    </message>
    <message>
        <source>{graph} cannot be loaded: {error}</source>
        <translation>{graph} を読み込めません：{error}</translation>
    </message>
    <message>
        <source>{holding} of {count} still hold</source>
        <translation>{count} 件中 {holding} 件が成り立っています</translation>
    </message>
    <message>
        <source>{made} cells were filled, {kept} were known.</source>
        <translation>{made}個のセルを埋めました。{kept}個は既知でした。</translation>
    </message>
    <message>
        <source>{model} answered for {answered} of {parts} parts of the texts.</source>
        <translation>{model}は、テキストの {parts} 部分のうち {answered} 部分に回答しました。</translation>
    </message>
    <message>
        <source>{model} is loaded ({tokens} tokens).</source>
        <translation>{model} を読み込みました（{tokens} トークン）。</translation>
    </message>
    <message>
        <source>{model}: about {tokens} tokens.</source>
        <translation>{model}: 約{tokens}トークン。</translation>
    </message>
    <message>
        <source>{number} day</source>
        <translation>{number}日</translation>
    </message>
    <message>
        <source>{number} days</source>
        <translation>{number}日</translation>
    </message>
    <message>
        <source>{number} hour</source>
        <translation>{number}時間</translation>
    </message>
    <message>
        <source>{number} hours</source>
        <translation>{number}時間</translation>
    </message>
    <message>
        <source>{number} minute</source>
        <translation>{number}分</translation>
    </message>
    <message>
        <source>{number} minutes</source>
        <translation>{number}分</translation>
    </message>
    <message>
        <source>{number} month</source>
        <translation>{number}か月</translation>
    </message>
    <message>
        <source>{number} months</source>
        <translation>{number}か月</translation>
    </message>
    <message>
        <source>{number} second</source>
        <translation>{number}秒</translation>
    </message>
    <message>
        <source>{number} seconds</source>
        <translation>{number}秒</translation>
    </message>
    <message>
        <source>{number} week</source>
        <translation>{number}週間</translation>
    </message>
    <message>
        <source>{number} weeks</source>
        <translation>{number}週間</translation>
    </message>
    <message>
        <source>{number} year</source>
        <translation>{number}年</translation>
    </message>
    <message>
        <source>{number} years</source>
        <translation>{number}年</translation>
    </message>
    <message>
        <source>{path} cannot be written: {reason}. You can search and ask; nothing is saved.</source>
        <translation>{path} に書き込めません：{reason}。検索と質問はできますが、何も保存されません。</translation>
    </message>
    <message>
        <source>{path} has changed meanwhile.</source>
        <translation>{path}はその間に変更されました。</translation>
    </message>
    <message>
        <source>{path} isn&apos;t plain JSON: it may have comments.</source>
        <translation>{path}は純粋なJSONではありません。コメントが含まれている可能性があります。</translation>
    </message>
    <message>
        <source>{read} of {files} documents looked through.</source>
        <translation>{files} 件中 {read} 件の文書を調べました。</translation>
    </message>
    <message>
        <source>{read} of {files} documents looked through. These could not be read:</source>
        <translation>{files} 件中 {read} 件の文書を調べました。次の文書は読み取れません：</translation>
    </message>
    <message>
        <source>{read} of {files} documents read.</source>
        <translation>{files}件中{read}件の文書を読みました。</translation>
    </message>
    <message>
        <source>{read} of {files} documents read. These could not be read:</source>
        <translation>{files}件中{read}件の文書を読みました。次の文書は読めませんでした:</translation>
    </message>
    <message>
        <source>{read} of {files} files were read.</source>
        <translation>{files} 個のファイル中 {read} 個のファイルを読み取りました。</translation>
    </message>
    <message>
        <source>{same} of {count} sentences or cells that rest on files are unchanged.</source>
        <translation>ファイルに基づく {count} 個の文またはセルのうち {same} 個は変わっていません。</translation>
    </message>
    <message>
        <source>{total} differences. {same} paragraphs and rows are alike.</source>
        <translation>相違は {total} 件です。{same} 件の段落と行は同じです。</translation>
    </message>
    <message>
        <source>{total} files differ; unchanged: {same}.</source>
        <translation>{total}個のファイルが異なります。変更なし：{same}。</translation>
    </message>
    <message>
        <source>{written} ({one} or {other})</source>
        <translation>{written}（{one} または {other}）</translation>
    </message>
    <message>
        <source>“desktop-rag link register” lets the system open links.</source>
        <translation>「desktop-rag link register」で、システムがリンクを開けるようになります。</translation>
    </message>
    <message>
        <source>“only_if” of “{column}” needs a column and a value.</source>
        <translation>「{column}」の only_if には column と value が必要です。</translation>
    </message>
    <message>
        <source>“{column}” depends on “{other}”, which is no column before it.</source>
        <translation>「{column}」は「{other}」に依存していますが、それより前にその列がありません。</translation>
    </message>
    <message>
        <source>“{column}” has an unknown key: {key}.</source>
        <translation>「{column}」に不明なキーがあります: {key}。</translation>
    </message>
    <message>
        <source>“{column}” has an unknown type. Known types: {types}.</source>
        <translation>「{column}」の型が不明です。使用できる型: {types}。</translation>
    </message>
    <message>
        <source>“{column}” needs two choices at least, and the type choice.</source>
        <translation>「{column}」には少なくとも2つの choices と型 choice が必要です。</translation>
    </message>
    <message>
        <source>“{library}” keeps no table “{name}”.</source>
        <translation>「{library}」に表「{name}」はありません。</translation>
    </message>
    <message>
        <source>“{name}” can&apos;t use the local API any more.</source>
        <translation>「{name}」はローカルAPIを使えなくなりました。</translation>
    </message>
    <message>
        <source>“{name}” cannot be read: {reason}.</source>
        <translation>「{name}」を読み取れません：{reason}。</translation>
    </message>
    <message>
        <source>“{name}” comes from elsewhere and may not open {file}.</source>
        <translation>「{name}」はほかの場所から来たライブラリのため、{file} を開けません。</translation>
    </message>
    <message>
        <source>“{name}” defines no table. {reason}</source>
        <translation>「{name}」は表を定義していません。{reason}</translation>
    </message>
    <message>
        <source>“{name}” has changed since it was checked.</source>
        <translation>「{name}」は確認後に変更されています。</translation>
    </message>
    <message>
        <source>“{name}” has no file {file}.</source>
        <translation>「{name}」にファイル {file} はありません。</translation>
    </message>
    <message>
        <source>“{name}” is no name for an evidence pack.</source>
        <translation>「{name}」は証拠パックの名前として使えません。</translation>
    </message>
    <message>
        <source>“{name}” is the original, which is never changed.</source>
        <translation>「{name}」は元のファイルです。元のファイルは変更しません。</translation>
    </message>
    <message>
        <source>“{name}” is too long to be kept.</source>
        <translation>「{name}」は長すぎて保存できません。</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a known way of splitting.</source>
        <translation>「{name}」という分割方法はありません。</translation>
    </message>
    <message>
        <source>“{name}” keeps earlier states of files that change.</source>
        <translation>「{name}」は変更されたファイルの以前の状態を保存します。</translation>
    </message>
    <message>
        <source>“{name}” keeps no earlier states of files.</source>
        <translation>「{name}」はファイルの以前の状態を保存していません。</translation>
    </message>
    <message>
        <source>“{name}” would be another format than the draft.</source>
        <translation>「{name}」は下書きと異なる形式になります。</translation>
    </message>
    <message>
        <source>“{name}”: {error}</source>
        <translation>「{name}」：{error}</translation>
    </message>
    <message>
        <source>“{one}” and “{other}” may be the same payment.</source>
        <translation>「{one}」と「{other}」は同じ支払いかもしれません。</translation>
    </message>
    <message>
        <source>“{table}” has no column “{column}”.</source>
        <translation>「{table}」に列「{column}」はありません。</translation>
    </message>
    <message>
        <source>“{words}” stands in all {count} files.</source>
        <translation>「{words}」は {count} 個のファイルのすべてにあります。</translation>
    </message>
    <message>
        <source>“{words}” stands in none of {count} files.</source>
        <translation>「{words}」は {count} 個のファイルのどれにもありません。</translation>
    </message>
    <message>
        <source>“{words}” stands in {found} of {count} files that are dated {period}.</source>
        <translation>「{words}」は、日付が {period} の {count} 個のファイル中 {found} 個のファイルにあります。</translation>
    </message>
    <message>
        <source>“{words}” stands in {found} of {count} files.</source>
        <translation>「{words}」は {count} 個のファイル中 {found} 個のファイルにあります。</translation>
    </message>
    <message>
        <source>“{words}” stands nowhere in {found} of {count} files.</source>
        <translation>{count} 個のファイル中 {found} 個のファイルには「{words}」がどこにもありません。</translation>
    </message>
    <message>
        <source>⟦ ⟧ enclose words that have no support in the documents.</source>
        <translation>⟦ ⟧ で囲まれた語句には、文書に根拠がありません。</translation>
    </message>
    <message>
        <source>Only the question itself was searched for: the model wrote no other.</source>
        <translation>モデルが言い換えを書かなかったため、質問そのものだけで検索しました。</translation>
    </message>
    <message>
        <source>1 could not be read.</source>
        <translation>1個は読み取れませんでした。</translation>
    </message>
    <message>
        <source>1 difference. {same} paragraphs and rows are alike.</source>
        <translation>相違は 1 件です。{same} 件の段落と行は同じです。</translation>
    </message>
    <message>
        <source>1 earlier state of a file, {size} MB</source>
        <translation>ファイルの以前の状態 1件、{size} MB</translation>
    </message>
    <message>
        <source>1 file differs; unchanged: {same}.</source>
        <translation>1個のファイルが異なります。変更なし：{same}。</translation>
    </message>
    <message>
        <source>1 is still being read.</source>
        <translation>1個はまだ読み取り中です。</translation>
    </message>
    <message>
        <source>1 mention in 1 of {total} files.</source>
        <translation>{total} 個のファイルのうち1個に1か所あります。</translation>
    </message>
    <message>
        <source>1 of {files} files could not be read.</source>
        <translation>{files} 個のファイルのうち 1 個は読み取れませんでした。</translation>
    </message>
    <message>
        <source>1 of {files} files has changed and is not read again yet.</source>
        <translation>{files} 個のファイルのうち 1 個は変更後にまだ読み直されていません。</translation>
    </message>
    <message>
        <source>1 of {files} files is found by its words only so far, not by meaning.</source>
        <translation>{files} 個のファイルのうち 1 個は、今のところ語句でのみ検索され、意味では検索されません。</translation>
    </message>
    <message>
        <source>1 of {files} files is not read yet.</source>
        <translation>{files} 個のファイルのうち 1 個はまだ読み取られていません。</translation>
    </message>
    <message>
        <source>1 passage is found by words only, because the model cannot read it ({names}).</source>
        <translation>1 件の箇所は、モデルが読めないため語句でだけ見つかります（{names}）。</translation>
    </message>
    <message>
        <source>1 sentence in 1 of {total} files.</source>
        <translation>{total} 個中 1 個のファイルに 1 件の文。</translation>
    </message>
    <message>
        <source>A client&apos;s name is 1 to 40 letters, digits and signs.</source>
        <translation>プログラムの名前は、1～40文字の文字、数字、記号です。</translation>
    </message>
    <message>
        <source>A column has no name.</source>
        <translation>名前のない列があります。</translation>
    </message>
    <message>
        <source>A copy with highlights is a PDF.</source>
        <translation>ハイライト付きのコピーは PDF です。</translation>
    </message>
    <message>
        <source>A fault in the program kept this cell from being filled.</source>
        <translation>プログラムの不具合により、このセルを埋められませんでした。</translation>
    </message>
    <message>
        <source>A file was last read on {date}.</source>
        <translation>最後にファイルを読み取ったのは{date}です。</translation>
    </message>
    <message>
        <source>A later version of the program made it.</source>
        <translation>より新しいバージョンのプログラムで作成されています。</translation>
    </message>
    <message>
        <source>A new file says something about this</source>
        <translation>新しいファイルがこれについて述べています</translation>
    </message>
    <message>
        <source>A person set this value.</source>
        <translation>この値は人が設定しました。</translation>
    </message>
    <message>
        <source>A portable program leaves nothing on the computer that it runs on.</source>
        <translation>ポータブル版は、実行したコンピューターに何も残しません。</translation>
    </message>
    <message>
        <source>A question about images</source>
        <translation>画像についての質問</translation>
    </message>
    <message>
        <source>A table can be made of {most} chosen files at most.</source>
        <translation>表に選べるファイルは最大 {most} 個です。</translation>
    </message>
    <message>
        <source>A table is either new columns or one of the library.</source>
        <translation>表には、新しい列かライブラリの表のどちらかを指定します。</translation>
    </message>
    <message>
        <source>A text of “{column}” is too long.</source>
        <translation>「{column}」のテキストが長すぎます。</translation>
    </message>
    <message>
        <source>About</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Abstract</source>
        <translation>要旨</translation>
    </message>
    <message>
        <source>Add files, or choose others.</source>
        <translation>ファイルを追加するか、別のファイルを選んでください。</translation>
    </message>
    <message>
        <source>Add the file, or a folder that it lies in.</source>
        <translation>そのファイルか、ファイルのあるフォルダーを追加してください。</translation>
    </message>
    <message>
        <source>Add this below “{key}” yourself: {entry}</source>
        <translation>「{key}」の下に次の内容を追加してください：{entry}</translation>
    </message>
    <message>
        <source>After</source>
        <translation>変更後</translation>
    </message>
    <message>
        <source>Also checked against: {names}</source>
        <translation>照合した他のライブラリ：{names}</translation>
    </message>
    <message>
        <source>Amounts and dates: as the register reads them.</source>
        <translation>金額と日付：「一覧」の読み取りによります。</translation>
    </message>
    <message>
        <source>An evidence pack holds at most {most} sentences or cells.</source>
        <translation>証拠パックに入れられるのは最大 {most} 個の文またはセルです。</translation>
    </message>
    <message>
        <source>Annotation</source>
        <translation>注釈</translation>
    </message>
    <message>
        <source>Another program uses the port {port}.</source>
        <translation>ポート{port}は、ほかのプログラムが使っています。</translation>
    </message>
    <message>
        <source>Another version of the program drew this page. Go by the sentences listed here.</source>
        <translation>このページは別のバージョンのプログラムで描画されています。ここに並ぶ文に従ってください。</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Ask a question about the files in this library. It has none that can be read yet.</source>
        <translation>このライブラリのファイルについて質問してください。まだ読み取れるファイルがありません。</translation>
    </message>
    <message>
        <source>Ask a question about your files, for example: {question}</source>
        <translation>ファイルについて質問してください。例：{question}</translation>
    </message>
    <message>
        <source>Ask for a version without this restriction.</source>
        <translation>この制限のない版を入手してください。</translation>
    </message>
    <message>
        <source>Asked at {time} (UTC).</source>
        <translation>質問日時：{time}（UTC）。</translation>
    </message>
    <message>
        <source>At the prices in the settings: about {cost}.</source>
        <translation>設定の価格では約 {cost} です。</translation>
    </message>
    <message>
        <source>At this rate the rest takes about {minutes} min.</source>
        <translation>この速さでは残りに約 {minutes} 分かかります。</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>変更前</translation>
    </message>
    <message>
        <source>Build it with: desktop-rag build NAME {kind}</source>
        <translation>次のコマンドで構築します：desktop-rag build NAME {kind}</translation>
    </message>
    <message>
        <source>Building this index</source>
        <translation>この索引の構築</translation>
    </message>
    <message>
        <source>Cells not filled yet: {count}. Run the command again for them.</source>
        <translation>未入力のセル：{count}。続けるにはコマンドをもう一度実行してください。</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>変更</translation>
    </message>
    <message>
        <source>Check it again.</source>
        <translation>もう一度確認してください。</translation>
    </message>
    <message>
        <source>Check it in parts.</source>
        <translation>分けて確認してください。</translation>
    </message>
    <message>
        <source>Check that you have permission to write in your home folder.</source>
        <translation>ホームフォルダーに書き込む権限があるか確認してください。</translation>
    </message>
    <message>
        <source>Check the file and its permissions, then try again.</source>
        <translation>ファイルとその権限を確認して、もう一度試してください。</translation>
    </message>
    <message>
        <source>Checked against {files} files.</source>
        <translation>{files} 個のファイルと照合しました。</translation>
    </message>
    <message>
        <source>Checked text</source>
        <translation>確認したテキスト</translation>
    </message>
    <message>
        <source>Choose a file with text, or paste some.</source>
        <translation>テキストのあるファイルを選ぶか、テキストを貼り付けてください。</translation>
    </message>
    <message>
        <source>Choose a folder, or make the table of all documents.</source>
        <translation>フォルダーを選ぶか、すべての文書で表を作ってください。</translation>
    </message>
    <message>
        <source>Choose a question that was answered.</source>
        <translation>回答された質問を選んでください。</translation>
    </message>
    <message>
        <source>Choose a size from {least} to {most}.</source>
        <translation>{least}〜{most} の大きさを選んでください。</translation>
    </message>
    <message>
        <source>Choose an answer with sentences, or a filled table.</source>
        <translation>文を含む回答か、記入済みの表を選んでください。</translation>
    </message>
    <message>
        <source>Choose an overlap from 0 to {most}.</source>
        <translation>0〜{most} の重なりを選んでください。</translation>
    </message>
    <message>
        <source>Choose another format.</source>
        <translation>別の形式を選んでください。</translation>
    </message>
    <message>
        <source>Choose another name or folder for the copy.</source>
        <translation>コピーには別の名前またはフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>Choose another port, with --port.</source>
        <translation>--portで別のポートを指定してください。</translation>
    </message>
    <message>
        <source>Clients: {names}.</source>
        <translation>プログラム：{names}。</translation>
    </message>
    <message>
        <source>Close other programs and try again. If that does not help, restore it from a backup.</source>
        <translation>ほかのプログラムを閉じて、もう一度お試しください。それでも開けない場合は、バックアップから復元してください。</translation>
    </message>
    <message>
        <source>Closest:</source>
        <translation>最も近い箇所:</translation>
    </message>
    <message>
        <source>Compare it with another.</source>
        <translation>別のファイルと比較してください。</translation>
    </message>
    <message>
        <source>Connect a model, or write SELECT … FROM documents. Its columns: {names}</source>
        <translation>モデルを接続するか、SELECT … FROM documents と入力してください。列：{names}</translation>
    </message>
    <message>
        <source>Connect one first.</source>
        <translation>先にモデルを接続してください。</translation>
    </message>
    <message>
        <source>Connected to {model} ({tokens} tokens).</source>
        <translation>{model} に接続しました（{tokens} トークン）。</translation>
    </message>
    <message>
        <source>Connection timed out</source>
        <translation>時間切れ</translation>
    </message>
    <message>
        <source>Contradicted</source>
        <translation>根拠と矛盾</translation>
    </message>
    <message>
        <source>Contradicted.</source>
        <translation>根拠と矛盾しています。</translation>
    </message>
    <message>
        <source>Copy it now: it is not shown again.</source>
        <translation>今すぐコピーしてください。もう一度表示することはできません。</translation>
    </message>
    <message>
        <source>Copy protection locks these chapters, and they were left out: {names}.</source>
        <translation>次の章はコピー保護でロックされているため、読み取りませんでした：{names}。</translation>
    </message>
    <message>
        <source>Copy the link again where it comes from.</source>
        <translation>元の場所からリンクをもう一度コピーしてください。</translation>
    </message>
    <message>
        <source>Correct the file.</source>
        <translation>ファイルを修正してください。</translation>
    </message>
    <message>
        <source>Could not be read</source>
        <translation>読み取れないファイル</translation>
    </message>
    <message>
        <source>Cut here. Just below it:</source>
        <translation>ここまでが該当。すぐ下の文：</translation>
    </message>
    <message>
        <source>Deadline: {what}</source>
        <translation>期限：{what}</translation>
    </message>
    <message>
        <source>Desktop RAG has contacted no other computer. Other programs have read shared libraries.</source>
        <translation>Desktop RAGはほかのコンピューターに接続していません。ほかのプログラムが共有ライブラリを読み取りました。</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>使用中です</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>相違</translation>
    </message>
    <message>
        <source>Differs: {words}</source>
        <translation>異なる語句：{words}</translation>
    </message>
    <message>
        <source>Directory not empty</source>
        <translation>フォルダーが空ではありません</translation>
    </message>
    <message>
        <source>Dismissed:</source>
        <translation>対象外:</translation>
    </message>
    <message>
        <source>Dismissed: {about}</source>
        <translation>対象外にしました: {about}</translation>
    </message>
    <message>
        <source>Enter what a million tokens cost under “Model” in the settings.</source>
        <translation>設定の「モデル」で 100 万トークンの価格を入力してください。</translation>
    </message>
    <message>
        <source>Every file that was looked at could be read.</source>
        <translation>確認したファイルはすべて読み取れました。</translation>
    </message>
    <message>
        <source>Every mention of {words}</source>
        <translation>{words} のすべての出現箇所</translation>
    </message>
    <message>
        <source>Evidence pack</source>
        <translation>証拠パック</translation>
    </message>
    <message>
        <source>File</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>ファイルがすでにあります</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>ファイル名が長すぎます</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>ファイルが大きすぎます</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>Files read</source>
        <translation>読み取ったファイル</translation>
    </message>
    <message>
        <source>Files that are still being read</source>
        <translation>読み取り中のファイル</translation>
    </message>
    <message>
        <source>Files that could not be read</source>
        <translation>読み取れなかったファイル</translation>
    </message>
    <message>
        <source>Files that were read and have none</source>
        <translation>読み取り済みで出現箇所のないファイル</translation>
    </message>
    <message>
        <source>Files that were read in part</source>
        <translation>一部だけ読み取ったファイル</translation>
    </message>
    <message>
        <source>Files with mentions</source>
        <translation>出現箇所のあるファイル</translation>
    </message>
    <message>
        <source>Flatpak doesn&apos;t let this program write such entries; add it in the desktop&apos;s own settings.</source>
        <translation>Flatpak ではこの設定を書き込めません。デスクトップの設定で追加してください。</translation>
    </message>
    <message>
        <source>Forget {states}?</source>
        <translation>{states}を削除しますか？</translation>
    </message>
    <message>
        <source>Found in the document: {value}</source>
        <translation>文書で見つかった値：{value}</translation>
    </message>
    <message>
        <source>Give --keep or --discard, not both.</source>
        <translation>--keep か --discard のどちらか一方を指定してください。</translation>
    </message>
    <message>
        <source>Give its name, or the end of its path.</source>
        <translation>ファイル名、またはパスの末尾を指定してください。</translation>
    </message>
    <message>
        <source>Give one of --columns, --template, --ask and --kept.</source>
        <translation>--columns、--template、--ask、--kept のいずれか 1 つを指定してください。</translation>
    </message>
    <message>
        <source>Give one of --conversation, --table and --text.</source>
        <translation>--conversation、--table、--text のいずれか1つを指定してください。</translation>
    </message>
    <message>
        <source>Give one of them.</source>
        <translation>どちらか一方を指定してください。</translation>
    </message>
    <message>
        <source>Give only one of --json and --csv.</source>
        <translation>--json と --csv はどちらか 1 つだけ指定してください。</translation>
    </message>
    <message>
        <source>Give only one of --json, --csv and --ics.</source>
        <translation>--json、--csv、--ics のいずれか 1 つだけを指定してください。</translation>
    </message>
    <message>
        <source>Give the file of an evidence pack.</source>
        <translation>証拠パックのファイルを指定してください。</translation>
    </message>
    <message>
        <source>Give the name of the table to --kept.</source>
        <translation>--kept で表の名前を指定してください。</translation>
    </message>
    <message>
        <source>Give the uri of a result, or a library and a file.</source>
        <translation>結果のuri、またはライブラリとファイルを指定してください。</translation>
    </message>
    <message>
        <source>Give the whole path of the file.</source>
        <translation>ファイルの完全なパスを指定してください。</translation>
    </message>
    <message>
        <source>Give the whole path of the folder.</source>
        <translation>フォルダーのフルパスを指定してください。</translation>
    </message>
    <message>
        <source>Give two files or folders, or one with --earlier or --since.</source>
        <translation>ファイルかフォルダーを2つ、または --earlier か --since とともに1つ指定してください。</translation>
    </message>
    <message>
        <source>Give two folders, or one with --since.</source>
        <translation>フォルダーを2つ、または --since とともに1つ指定してください。</translation>
    </message>
    <message>
        <source>Gone</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Heading</source>
        <translation>見出し</translation>
    </message>
    <message>
        <source>Holds again</source>
        <translation>再び成り立ちます</translation>
    </message>
    <message>
        <source>Import the library, or add the file to one of yours.</source>
        <translation>そのライブラリをインポートするか、ファイルを自分のライブラリに追加してください。</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>入出力エラー</translation>
    </message>
    <message>
        <source>Install Desktop RAG there, or use “desktop-rag open LINK”.</source>
        <translation>そこに Desktop RAG をインストールするか、「desktop-rag open LINK」を使ってください。</translation>
    </message>
    <message>
        <source>Install it with: pip install &quot;desktop-rag[serve]&quot;</source>
        <translation>次のコマンドでインストールします：pip install &quot;desktop-rag[serve]&quot;</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>フォルダーです</translation>
    </message>
    <message>
        <source>It belongs to Zotero itself.</source>
        <translation>Zotero 自体が使うものです。</translation>
    </message>
    <message>
        <source>It has no [[columns]].</source>
        <translation>[[columns]] がありません。</translation>
    </message>
    <message>
        <source>It has no words.</source>
        <translation>語がありません。</translation>
    </message>
    <message>
        <source>It has not been read yet.</source>
        <translation>まだ読み取られていません。</translation>
    </message>
    <message>
        <source>It is a courtesy.</source>
        <translation>挨拶の文です。</translation>
    </message>
    <message>
        <source>It is a heading.</source>
        <translation>見出しです。</translation>
    </message>
    <message>
        <source>It is a question.</source>
        <translation>質問です。</translation>
    </message>
    <message>
        <source>It is a template, a sample or a draft.</source>
        <translation>ひな形、見本、または草案です。</translation>
    </message>
    <message>
        <source>It is code, or the head of a table.</source>
        <translation>コードか表の見出しです。</translation>
    </message>
    <message>
        <source>It is data, a log or source code.</source>
        <translation>データ、ログ、またはソースコードです。</translation>
    </message>
    <message>
        <source>It is not an evidence pack, or its proof was removed.</source>
        <translation>証拠パックではないか、証拠の部分が取り除かれています。</translation>
    </message>
    <message>
        <source>It is not signed, so nothing shows who made it.</source>
        <translation>署名がないため、作成者を示すものはありません。</translation>
    </message>
    <message>
        <source>It is not valid TOML: {error}.</source>
        <translation>正しい TOML ではありません: {error}。</translation>
    </message>
    <message>
        <source>It is on another computer, which a pack cannot have this program contact.</source>
        <translation>別のコンピューターにあります。パックの指示でプログラムがそこに接続することはありません。</translation>
    </message>
    <message>
        <source>It is signed with the key {fingerprint}. Ask whoever gave it to you whether the key is theirs.</source>
        <translation>鍵 {fingerprint} で署名されています。渡した人に、その人の鍵かどうかを確認してください。</translation>
    </message>
    <message>
        <source>It is signed with your key, {fingerprint}.</source>
        <translation>あなたの鍵 {fingerprint} で署名されています。</translation>
    </message>
    <message>
        <source>It is too large for an evidence pack.</source>
        <translation>証拠パックとしては大きすぎます。</translation>
    </message>
    <message>
        <source>It is whole, but not as this program makes evidence packs.</source>
        <translation>改変はありませんが、このプログラムが作る証拠パックの形式ではありません。</translation>
    </message>
    <message>
        <source>It said: “{said}”</source>
        <translation>サーバーの応答：「{said}」</translation>
    </message>
    <message>
        <source>It said: “{said}”.</source>
        <translation>サーバーの応答：「{said}」。</translation>
    </message>
    <message>
        <source>It says that something is not known.</source>
        <translation>分からないことを述べる文です。</translation>
    </message>
    <message>
        <source>It shows words other than those it proves.</source>
        <translation>表示されている言葉が、証明している言葉と異なります。</translation>
    </message>
    <message>
        <source>It stands on page {page}, not on page {cited}.</source>
        <translation>{cited} ページではなく、{page} ページにあります。</translation>
    </message>
    <message>
        <source>It stored how the window was arranged and the questions you had not asked yet. The window starts with defaults.</source>
        <translation>ウィンドウの配置と、まだ送信していない質問が保存されていました。ウィンドウは既定の状態で開きます。</translation>
    </message>
    <message>
        <source>It tells an opinion, a wish or a feeling.</source>
        <translation>意見、希望、または感想を述べる文です。</translation>
    </message>
    <message>
        <source>It was changed after it was made.</source>
        <translation>作成後に変更されています。</translation>
    </message>
    <message>
        <source>It was still thinking after {seconds} s. Its answers take a while.</source>
        <translation>{seconds} 秒たってもまだ考えていました。回答には時間がかかります。</translation>
    </message>
    <message>
        <source>Its files are read without authors, collections and notes. A newer version of this program may read them.</source>
        <translation>ファイルは著者・コレクション・メモなしで読み取られます。このプログラムの新しいバージョンなら読み取れる可能性があります。</translation>
    </message>
    <message>
        <source>Its files are read without authors, collections and notes. Open it in Zotero, which can repair it.</source>
        <translation>ファイルは著者・コレクション・メモなしで読み取られます。Zotero で開くと修復できます。</translation>
    </message>
    <message>
        <source>Its files were not looked at.</source>
        <translation>元のファイルは確認していません。</translation>
    </message>
    <message>
        <source>Its pages are 1 to {count}.</source>
        <translation>ページは1から {count} までです。</translation>
    </message>
    <message>
        <source>Its signature is not that of the key that it names.</source>
        <translation>署名が、記載された鍵のものではありません。</translation>
    </message>
    <message>
        <source>Its tables: {names}.</source>
        <translation>保存されている表：{names}。</translation>
    </message>
    <message>
        <source>Kept as a test question. These words won&apos;t be quoted for it again.</source>
        <translation>テスト質問として保存しました。これらの語句は、この質問には再び引用されません。</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>Known tables: {names}.</source>
        <translation>使用できる表: {names}。</translation>
    </message>
    <message>
        <source>Left out, as the files do not say it: {count}.</source>
        <translation>ファイルに書かれていないため省いたもの：{count}件。</translation>
    </message>
    <message>
        <source>Left out, because no sentence says it: {count}.</source>
        <translation>どの文にも書かれていないため除外：{count} 件。</translation>
    </message>
    <message>
        <source>Let the library read the file again, and ask or search once more.</source>
        <translation>ライブラリにファイルをもう一度読み取らせてから、質問または検索し直してください。</translation>
    </message>
    <message>
        <source>Let the library read the folder first.</source>
        <translation>先に、ライブラリがフォルダを読み取ることを許可してください。</translation>
    </message>
    <message>
        <source>Let the name of the copy end in .pdf.</source>
        <translation>コピーの名前の末尾を .pdf にしてください。</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>ライブラリ</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>リンク</translation>
    </message>
    <message>
        <source>Links no longer open in this program.</source>
        <translation>リンクはこのプログラムで開かれなくなりました。</translation>
    </message>
    <message>
        <source>Links now open in this program: {where}</source>
        <translation>リンクはこのプログラムで開くようになりました: {where}</translation>
    </message>
    <message>
        <source>List item</source>
        <translation>箇条書きの項目</translation>
    </message>
    <message>
        <source>Look at the difference again.</source>
        <translation>違いをもう一度確認してください。</translation>
    </message>
    <message>
        <source>Look for words instead, or choose the built-in search model for this library.</source>
        <translation>代わりに語で探すか、このライブラリに内蔵の検索モデルを選んでください。</translation>
    </message>
    <message>
        <source>Looked for</source>
        <translation>検索した語</translation>
    </message>
    <message>
        <source>Made at {time} (UTC) by {program}.</source>
        <translation>作成日時：{time}（UTC）、{program}。</translation>
    </message>
    <message>
        <source>Make one for each part.</source>
        <translation>部分ごとに作成してください。</translation>
    </message>
    <message>
        <source>Meaning: not complete. The {read} nearest of {passages} passages were read.</source>
        <translation>意味による検索：完全ではありません。{passages} 件の抜粋のうち近い {read} 件を読みました。</translation>
    </message>
    <message>
        <source>Meaning: not complete. The {read} nearest passages were read.</source>
        <translation>意味による検索：完全ではありません。近い {read} 件の抜粋を読みました。</translation>
    </message>
    <message>
        <source>Mentions of “{words}”: {mentions}, in {found} of {count} files.</source>
        <translation>「{words}」の出現回数：{mentions}（{count} 個のファイル中 {found} 個のファイル）。</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>移動</translation>
    </message>
    <message>
        <source>Neither its library nor its file can be found here.</source>
        <translation>ライブラリもファイルもここでは見つかりません。</translation>
    </message>
    <message>
        <source>New</source>
        <translation>追加</translation>
    </message>
    <message>
        <source>Newer</source>
        <translation>新しいもの</translation>
    </message>
    <message>
        <source>Newer, as a document says:</source>
        <translation>文書が新しいと述べているもの:</translation>
    </message>
    <message>
        <source>Next time “{file}” comes first for this question.</source>
        <translation>次回からこの質問では「{file}」が最初に示されます。</translation>
    </message>
    <message>
        <source>No PDF mentions it.</source>
        <translation>言及している PDF はありません。</translation>
    </message>
    <message>
        <source>No differences. {same} paragraphs and rows are alike.</source>
        <translation>相違はありません。{same} 件の段落と行は同じです。</translation>
    </message>
    <message>
        <source>No file differs; unchanged: {same}.</source>
        <translation>異なるファイルはありません。変更なし：{same}。</translation>
    </message>
    <message>
        <source>No file has been read yet.</source>
        <translation>まだ読み取られたファイルはありません。</translation>
    </message>
    <message>
        <source>No library called “{name}” is shared with other programs.</source>
        <translation>「{name}」というライブラリはほかのプログラムと共有されていません。</translation>
    </message>
    <message>
        <source>No library is shared with other programs.</source>
        <translation>ほかのプログラムと共有しているライブラリはありません。</translation>
    </message>
    <message>
        <source>No longer holds</source>
        <translation>成り立たなくなりました</translation>
    </message>
    <message>
        <source>No mentions in {total} files.</source>
        <translation>{total}個のファイルに出現箇所はありません。</translation>
    </message>
    <message>
        <source>No model is connected.</source>
        <translation>モデルが接続されていません。</translation>
    </message>
    <message>
        <source>No program has a token.</source>
        <translation>トークンのあるプログラムはありません。</translation>
    </message>
    <message>
        <source>No reason is known.</source>
        <translation>理由は不明です。</translation>
    </message>
    <message>
        <source>No source yet</source>
        <translation>出典はまだありません</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>ディスクに空きがありません</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>ファイルまたはフォルダーがありません</translation>
    </message>
    <message>
        <source>None of the files has such a place.</source>
        <translation>該当する箇所のあるファイルはありません。</translation>
    </message>
    <message>
        <source>None of the words stand in “{name}” as it is now.</source>
        <translation>現在の「{name}」には、該当する箇所がひとつもありません。</translation>
    </message>
    <message>
        <source>None of {count} files is dated {period}.</source>
        <translation>日付が {period} のファイルは {count} 個のファイル中にありません。</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>フォルダーではありません</translation>
    </message>
    <message>
        <source>Not checked</source>
        <translation>未確認</translation>
    </message>
    <message>
        <source>Not counted, as they depend on something and have no day: {count}.</source>
        <translation>ほかの事柄に左右され日付がないため、数えていないもの：{count}件。</translation>
    </message>
    <message>
        <source>Not readable: {files}.</source>
        <translation>読み取れないファイル：{files}。</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>メモ</translation>
    </message>
    <message>
        <source>Note: {note}</source>
        <translation>メモ：{note}</translation>
    </message>
    <message>
        <source>Notes on {work}</source>
        <translation>{work} についてのメモ</translation>
    </message>
    <message>
        <source>Nothing differs from the last run.</source>
        <translation>前回の実行から変化はありません。</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>根拠なし</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>根拠が見つかりません。</translation>
    </message>
    <message>
        <source>Nothing is cited here, so there is no list of works to write.</source>
        <translation>引用が 1 つもないため、文献リストを書き出せません。</translation>
    </message>
    <message>
        <source>Nothing was registered.</source>
        <translation>登録されていませんでした。</translation>
    </message>
    <message>
        <source>Nothing was written.</source>
        <translation>何も書き込みませんでした。</translation>
    </message>
    <message>
        <source>Number of documents in the table: {count}.</source>
        <translation>表の文書数：{count}件。</translation>
    </message>
    <message>
        <source>Number of files that were not read: {files}.</source>
        <translation>読み取られなかったファイル数：{files}。</translation>
    </message>
    <message>
        <source>Number of files: {files}.</source>
        <translation>ファイル数：{files}。</translation>
    </message>
    <message>
        <source>Number of files: {files}. Number of pages: {pages}.</source>
        <translation>ファイル数：{files}。ページ数：{pages}。</translation>
    </message>
    <message>
        <source>Number of formats: {formats}.</source>
        <translation>形式の数：{formats}。</translation>
    </message>
    <message>
        <source>Only PDF files can be highlighted.</source>
        <translation>ハイライトを付けられるのは PDF ファイルだけです。</translation>
    </message>
    <message>
        <source>Only some of the words stand in: {names}.</source>
        <translation>一部の語だけがあるファイル：{names}。</translation>
    </message>
    <message>
        <source>Only the built-in search model finds every passage by meaning.</source>
        <translation>意味ですべての抜粋を探せるのは、内蔵の検索モデルだけです。</translation>
    </message>
    <message>
        <source>Only the first {count} rows are shown.</source>
        <translation>最初の {count} 行だけを表示しています。</translation>
    </message>
    <message>
        <source>Only these documents: {count} chosen ones</source>
        <translation>対象の文書：選択 {count} 件</translation>
    </message>
    <message>
        <source>Only these documents: {count} chosen ones, {query}</source>
        <translation>対象の文書：選択 {count} 件、{query}</translation>
    </message>
    <message>
        <source>Only these documents: {query}</source>
        <translation>対象の文書：{query}</translation>
    </message>
    <message>
        <source>Only these files: {names}</source>
        <translation>対象のファイルのみ：{names}</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開く</translation>
    </message>
    <message>
        <source>Open it in LibreOffice, save it in its own format and add that.</source>
        <translation>LibreOffice で開き、その形式で保存して追加してください。</translation>
    </message>
    <message>
        <source>Open it in Outlook and save it again.</source>
        <translation>Outlook で開いて保存し直してください。</translation>
    </message>
    <message>
        <source>Open it in Word and save it as DOCX.</source>
        <translation>Word で開いて DOCX で保存してください。</translation>
    </message>
    <message>
        <source>Open it in another program, save it there, and add that file.</source>
        <translation>別のアプリで開いて保存し直し、そのファイルを追加してください。</translation>
    </message>
    <message>
        <source>Open it in the app that created it and save it again, or download it again.</source>
        <translation>作成したアプリで開いて保存し直すか、ダウンロードし直してください。</translation>
    </message>
    <message>
        <source>Open it in the app that created it and save it again.</source>
        <translation>作成したアプリで開いて保存し直してください。</translation>
    </message>
    <message>
        <source>Open it in the app that created it and save it as PDF.</source>
        <translation>作成したアプリで開いて PDF で保存してください。</translation>
    </message>
    <message>
        <source>Open it in the app that created it.</source>
        <translation>作成したアプリで開いてください。</translation>
    </message>
    <message>
        <source>Open it in your mail program and save it again.</source>
        <translation>メールソフトで開いて保存し直してください。</translation>
    </message>
    <message>
        <source>Open it there, print it as a PDF and add that file.</source>
        <translation>そこで開き、PDF として印刷して、そのファイルを追加してください。</translation>
    </message>
    <message>
        <source>Open only links of programs that you trust.</source>
        <translation>信頼できるプログラムのリンクだけを開いてください。</translation>
    </message>
    <message>
        <source>Open the file in the app that created it.</source>
        <translation>作成したアプリでファイルを開いてください。</translation>
    </message>
    <message>
        <source>OpenAI needs an API key.</source>
        <translation>OpenAI には API キーが必要です。</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>許可されていない操作です</translation>
    </message>
    <message>
        <source>Other path</source>
        <translation>もう一方のパス</translation>
    </message>
    <message>
        <source>Other programs can&apos;t use “{name}” any more.</source>
        <translation>ほかのプログラムは「{name}」を利用できなくなりました。</translation>
    </message>
    <message>
        <source>Other programs may use “{name}” now.</source>
        <translation>ほかのプログラムが「{name}」を利用できるようになりました。</translation>
    </message>
    <message>
        <source>Outlook data files are not read.</source>
        <translation>Outlook のデータファイルは読み取りません。</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>ページ</translation>
    </message>
    <message>
        <source>Page {label}</source>
        <translation>{label} ページ</translation>
    </message>
    <message>
        <source>Page {number} is damaged and was left out.</source>
        <translation>ページ {number} は壊れているため、対象外にしました。</translation>
    </message>
    <message>
        <source>Paragraph</source>
        <translation>段落</translation>
    </message>
    <message>
        <source>Partly supported</source>
        <translation>一部根拠あり</translation>
    </message>
    <message>
        <source>Partly supported.</source>
        <translation>一部根拠あり。</translation>
    </message>
    <message>
        <source>Passages of {chosen} tokens are not possible with this way of splitting.</source>
        <translation>この分割方法では {chosen} トークンの箇所は作れません。</translation>
    </message>
    <message>
        <source>Passages of {chosen} tokens cannot overlap by {overlap}.</source>
        <translation>{chosen} トークンの箇所を {overlap} トークン重ねることはできません。</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>パス</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>アクセス権がありません</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>画像</translation>
    </message>
    <message>
        <source>Pictures are not read: text recognition (OCR) is switched off.</source>
        <translation>文字認識（OCR）がオフのため、画像は読み取りません。</translation>
    </message>
    <message>
        <source>Pictures cannot be read: text recognition (OCR) is not installed.</source>
        <translation>文字認識（OCR）がないため、画像を読み取れません。</translation>
    </message>
    <message>
        <source>Places not found in the file as it is now: {count}.</source>
        <translation>現在のファイルで見つからなかった箇所: {count}。</translation>
    </message>
    <message>
        <source>PostScript is not read.</source>
        <translation>PostScript は読み取りません。</translation>
    </message>
    <message>
        <source>Print the file to a PDF and add that.</source>
        <translation>ファイルを PDF として印刷し、それを追加してください。</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>プログラム</translation>
    </message>
    <message>
        <source>Programs and disk images are not read.</source>
        <translation>プログラムとディスクイメージは読み取りません。</translation>
    </message>
    <message>
        <source>Project files are not read.</source>
        <translation>Project ファイルは読み取りません。</translation>
    </message>
    <message>
        <source>Put it back, or remove it from the library.</source>
        <translation>元に戻すか、ライブラリから取り除いてください。</translation>
    </message>
    <message>
        <source>Put {variable} where that text belongs.</source>
        <translation>そのテキストを入れる場所に {variable} を書いてください。</translation>
    </message>
    <message>
        <source>Qdrant has no filter “{operator}”.</source>
        <translation>Qdrant に「{operator}」というフィルターはありません。</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>検索式</translation>
    </message>
    <message>
        <source>Quit Claude Desktop completely and start it again.</source>
        <translation>Claude Desktopを完全に終了し、もう一度起動してください。</translation>
    </message>
    <message>
        <source>Quotation</source>
        <translation>引用</translation>
    </message>
    <message>
        <source>Quotation marks come in pairs.</source>
        <translation>引用符は対で使います。</translation>
    </message>
    <message>
        <source>Quotations from the documents; no model wrote this answer.</source>
        <translation>文書からの引用です。この回答はモデルが書いたものではありません。</translation>
    </message>
    <message>
        <source>Quoted</source>
        <translation>引用</translation>
    </message>
    <message>
        <source>Quoted from {name}</source>
        <translation>{name}の文章の引用</translation>
    </message>
    <message>
        <source>Quoted without a model.</source>
        <translation>モデルを使わず引用しています。</translation>
    </message>
    <message>
        <source>RAR archives are not read.</source>
        <translation>RAR アーカイブは読み取りません。</translation>
    </message>
    <message>
        <source>Raise the limit, or ask a narrower question.</source>
        <translation>上限を上げるか、範囲の狭い質問にしてください。</translation>
    </message>
    <message>
        <source>Raise “Longest answer”, switch its thinking off, or choose another model.</source>
        <translation>「回答の最大の長さ」を上げるか、思考をオフにするか、別のモデルを選んでください。</translation>
    </message>
    <message>
        <source>Raw photographs are not read.</source>
        <translation>RAW 写真は読み取りません。</translation>
    </message>
    <message>
        <source>Read it in the app you bought it for, or add a copy without it.</source>
        <translation>購入したアプリで読むか、保護のないコピーを追加してください。</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>読み取り専用のファイルシステムです</translation>
    </message>
    <message>
        <source>Reader class name {name} not found.</source>
        <translation>{name} という名前のリーダーのクラスはありません。</translation>
    </message>
    <message>
        <source>Reading is paused.</source>
        <translation>読み取りは一時停止中です。</translation>
    </message>
    <message>
        <source>Reading the file needs too much memory, so it was not read.</source>
        <translation>メモリが足りないため、ファイルを読み取りませんでした。</translation>
    </message>
    <message>
        <source>Reading the file took too long, so it was not read.</source>
        <translation>時間がかかりすぎたため、ファイルを読み取りませんでした。</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>References</source>
        <translation>引用</translation>
    </message>
    <message>
        <source>Remarks can&apos;t be written into “{name}”.</source>
        <translation>「{name}」には指摘を書き込めません。</translation>
    </message>
    <message>
        <source>Remove it from the folder of libraries, or ask whoever gave it to you for another copy.</source>
        <translation>ライブラリのフォルダから取り除くか、提供者に別のコピーを依頼してください。</translation>
    </message>
    <message>
        <source>Remove it, or add the model files again.</source>
        <translation>取り除くか、モデルファイルを追加し直してください。</translation>
    </message>
    <message>
        <source>Remove some of them.</source>
        <translation>いくつか取り除いてください。</translation>
    </message>
    <message>
        <source>Remove the words with a minus before them.</source>
        <translation>先頭にマイナスが付いた語を取り除いてください。</translation>
    </message>
    <message>
        <source>Removed the connection “{name}”.</source>
        <translation>接続「{name}」を取り除きました。</translation>
    </message>
    <message>
        <source>Renamed or moved</source>
        <translation>名前変更・移動</translation>
    </message>
    <message>
        <source>Renumbered</source>
        <translation>番号の変更</translation>
    </message>
    <message>
        <source>Rephrase it with the names of the columns, or choose a larger model.</source>
        <translation>列の名前を使って言い換えるか、より大きいモデルを選んでください。</translation>
    </message>
    <message>
        <source>Restart its server, or choose another model.</source>
        <translation>サーバーを再起動するか、別のモデルを選んでください。</translation>
    </message>
    <message>
        <source>Restart the program.</source>
        <translation>プログラムを再起動してください。</translation>
    </message>
    <message>
        <source>Restore it from a backup or delete it.</source>
        <translation>バックアップから復元するか、削除してください。</translation>
    </message>
    <message>
        <source>Restore it from a backup, or try again to start with a new one. Libraries are not affected.</source>
        <translation>バックアップから復元するか、もう一度試して新しく始めてください。ライブラリに影響はありません。</translation>
    </message>
    <message>
        <source>Revoke it, or choose another name.</source>
        <translation>取り消すか、別の名前を選んでください。</translation>
    </message>
    <message>
        <source>Revoke one that is not needed.</source>
        <translation>不要なトークンを取り消してください。</translation>
    </message>
    <message>
        <source>Run text recognition (OCR) on the file and add the result.</source>
        <translation>ファイルに文字認識（OCR）をかけ、その結果を追加してください。</translation>
    </message>
    <message>
        <source>Run: desktop-rag pin add {name} …</source>
        <translation>実行: desktop-rag pin add {name} …</translation>
    </message>
    <message>
        <source>Run: ollama pull {model}</source>
        <translation>次を実行してください：ollama pull {model}</translation>
    </message>
    <message>
        <source>SHA-256 of the file</source>
        <translation>ファイルの SHA-256</translation>
    </message>
    <message>
        <source>SHA-256 of the passage</source>
        <translation>箇所の SHA-256</translation>
    </message>
    <message>
        <source>SHA-256 of the picture</source>
        <translation>画像の SHA-256</translation>
    </message>
    <message>
        <source>Save a copy without the password and add that.</source>
        <translation>パスワードなしの控えを保存して追加してください。</translation>
    </message>
    <message>
        <source>Save a smaller copy and add that.</source>
        <translation>小さい控えを保存して追加してください。</translation>
    </message>
    <message>
        <source>Save it as DOCX and add that.</source>
        <translation>DOCX で保存して追加してください。</translation>
    </message>
    <message>
        <source>Save it as HWPX or DOCX and add that.</source>
        <translation>HWPX か DOCX で保存して追加してください。</translation>
    </message>
    <message>
        <source>Save it as PDF and add that.</source>
        <translation>PDF で保存して追加してください。</translation>
    </message>
    <message>
        <source>Save it as UTF-8, and check it again.</source>
        <translation>UTF-8で保存し、もう一度確認してください。</translation>
    </message>
    <message>
        <source>Save it as XLSX and add that.</source>
        <translation>XLSX で保存して追加してください。</translation>
    </message>
    <message>
        <source>Save it as XLSX or PDF and add that.</source>
        <translation>XLSX か PDF で保存して追加してください。</translation>
    </message>
    <message>
        <source>Save it in one of these formats and check that: {known}.</source>
        <translation>次のいずれかの形式で保存し、そのファイルを確認してください：{known}</translation>
    </message>
    <message>
        <source>Save some in the window, or pass a file of them.</source>
        <translation>ウィンドウで保存するか、質問のファイルを指定してください。</translation>
    </message>
    <message>
        <source>Save the messages as MSG or EML and add those.</source>
        <translation>メッセージを MSG か EML で保存して追加してください。</translation>
    </message>
    <message>
        <source>Save the messages inside it by themselves and add those.</source>
        <translation>中のメッセージを個別に保存して追加してください。</translation>
    </message>
    <message>
        <source>Saved the connection “{name}”.</source>
        <translation>接続「{name}」を保存しました。</translation>
    </message>
    <message>
        <source>Say in a TextBlock what is in it.</source>
        <translation>中身を TextBlock に書いてください。</translation>
    </message>
    <message>
        <source>See json-schema.org for the form.</source>
        <translation>形式は json-schema.org をご覧ください。</translation>
    </message>
    <message>
        <source>See {place}.</source>
        <translation>{place} をご覧ください。</translation>
    </message>
    <message>
        <source>Select more of the sentence or row that answers it.</source>
        <translation>答えとなる文または行を、より長く選択してください。</translation>
    </message>
    <message>
        <source>Select the words that answer the question.</source>
        <translation>質問の答えとなる語句を選択してください。</translation>
    </message>
    <message>
        <source>Select them in the text of the file.</source>
        <translation>ファイルのテキストで選択してください。</translation>
    </message>
    <message>
        <source>Sentence</source>
        <translation>文</translation>
    </message>
    <message>
        <source>September</source>
        <translation>9月</translation>
    </message>
    <message>
        <source>Serve the original model again, or change the library&apos;s search model.</source>
        <translation>元のモデルを再び提供するか、ライブラリの検索モデルを変更してください。</translation>
    </message>
    <message>
        <source>Set “Context window” to {tokens} or less, or close other programs.</source>
        <translation>「コンテキストウィンドウ」を {tokens} 以下にするか、ほかのプログラムを閉じてください。</translation>
    </message>
    <message>
        <source>Set “{column}” of {file} next: it tells most about how often the column is right.</source>
        <translation>次に {file} の「{column}」を入力してください。列の正しさを知るのに最も役立ちます。</translation>
    </message>
    <message>
        <source>Settings begin with: {known}.</source>
        <translation>設定の先頭は次のどれかです：{known}。</translation>
    </message>
    <message>
        <source>Several files are called “{file}”: {files}.</source>
        <translation>「{file}」という名前のファイルが複数あります：{files}。</translation>
    </message>
    <message>
        <source>Several files have such a place: {files}. Name the file in your question.</source>
        <translation>該当する箇所のあるファイルが複数あります：{files}。質問でファイル名を指定してください。</translation>
    </message>
    <message>
        <source>Several folders are called “{folder}”: {folders}.</source>
        <translation>「{folder}」という名前のフォルダーが複数あります：{folders}。</translation>
    </message>
    <message>
        <source>Share a library next: desktop-rag mcp share NAME</source>
        <translation>次にライブラリを共有してください：desktop-rag mcp share NAME</translation>
    </message>
    <message>
        <source>Share it in Desktop RAG, or search again.</source>
        <translation>Desktop RAGで共有するか、もう一度検索してください。</translation>
    </message>
    <message>
        <source>Share one in Desktop RAG, or with “desktop-rag mcp share NAME”.</source>
        <translation>Desktop RAG、または「desktop-rag mcp share NAME」で共有してください。</translation>
    </message>
    <message>
        <source>Shared libraries: {names}.</source>
        <translation>共有ライブラリ：{names}。</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>シート</translation>
    </message>
    <message>
        <source>Shorten it.</source>
        <translation>短くしてください。</translation>
    </message>
    <message>
        <source>Shown again: {about}</source>
        <translation>再び表示します: {about}</translation>
    </message>
    <message>
        <source>Signed with the Ed25519 key whose fingerprint is</source>
        <translation>署名した Ed25519 鍵のフィンガープリント：</translation>
    </message>
    <message>
        <source>Since the last run: documents that are new {new}, that are gone {gone}, cells that differ {cells}.</source>
        <translation>前回の実行以降：新しい文書 {new}、なくなった文書 {gone}、変わったセル {cells}</translation>
    </message>
    <message>
        <source>Slide {number} is damaged and was left out.</source>
        <translation>スライド {number} は壊れているため、対象外にしました。</translation>
    </message>
    <message>
        <source>Some of its parts are nested too deeply to be read.</source>
        <translation>入れ子が深すぎて読み取れない部分があります。</translation>
    </message>
    <message>
        <source>Something beside the text, as comments or charts, is damaged and was left out.</source>
        <translation>本文以外の部分（コメントやグラフなど）が壊れているため、対象外にしました。</translation>
    </message>
    <message>
        <source>Something needs attention; see the lines marked “wrong”.</source>
        <translation>確認が必要です。「wrong」の行をご覧ください。</translation>
    </message>
    <message>
        <source>Something that this library watches cannot be read.</source>
        <translation>このライブラリで見守っているものの一部を読み取れません。</translation>
    </message>
    <message>
        <source>Sound and video are not read.</source>
        <translation>音声と動画は読み取りません。</translation>
    </message>
    <message>
        <source>Spellings found</source>
        <translation>見つかった表記</translation>
    </message>
    <message>
        <source>Spelt alike: {words}</source>
        <translation>表記の似た語：{words}</translation>
    </message>
    <message>
        <source>Split it into smaller files, or save it as PDF.</source>
        <translation>小さいファイルに分けるか、PDF で保存してください。</translation>
    </message>
    <message>
        <source>Split it into smaller files.</source>
        <translation>小さいファイルに分けてください。</translation>
    </message>
    <message>
        <source>StarOffice documents are not read.</source>
        <translation>StarOffice の文書は読み取りません。</translation>
    </message>
    <message>
        <source>Start Claude Code again.</source>
        <translation>Claude Codeをもう一度起動してください。</translation>
    </message>
    <message>
        <source>Start a new one.</source>
        <translation>新しく始めてください。</translation>
    </message>
    <message>
        <source>Start it again.</source>
        <translation>もう一度始めてください。</translation>
    </message>
    <message>
        <source>Start it yourself and try again.</source>
        <translation>ご自分で起動してから、もう一度お試しください。</translation>
    </message>
    <message>
        <source>Start it, or check this computer&apos;s proxy settings (HTTPS_PROXY, NO_PROXY).</source>
        <translation>起動するか、このコンピューターのプロキシ設定（HTTPS_PROXY、NO_PROXY）を確認してください。</translation>
    </message>
    <message>
        <source>Start its server with a larger batch and context size, or choose another model.</source>
        <translation>バッチとコンテキストを大きくしてサーバーを起動するか、別のモデルを選んでください。</translation>
    </message>
    <message>
        <source>Start llama-server without a model to manage several, or use Ollama.</source>
        <translation>複数を管理するには llama-server をモデルなしで起動するか、Ollama を使ってください。</translation>
    </message>
    <message>
        <source>Start the program that serves the model, or check the address.</source>
        <translation>モデルを提供するプログラムを起動するか、アドレスを確認してください。</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状態</translation>
    </message>
    <message>
        <source>Still to be read: {files}.</source>
        <translation>これから読み取るファイル：{files}。</translation>
    </message>
    <message>
        <source>Stop the download first.</source>
        <translation>先にダウンロードを停止してください。</translation>
    </message>
    <message>
        <source>Stop watching it, and watch it again.</source>
        <translation>見守りをやめて、もう一度見守ってください。</translation>
    </message>
    <message>
        <source>Stop watching some first.</source>
        <translation>先にいくつかの見守りをやめてください。</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>終了しました。</translation>
    </message>
    <message>
        <source>Stopped. Work done so far is kept. Run the same command to continue.</source>
        <translation>中止しました。それまでの結果は残っています。同じコマンドで続けられます。</translation>
    </message>
    <message>
        <source>Store one there first, or choose another folder.</source>
        <translation>先にそこへ保存するか、別のフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>Stored the key for {owner} {place}.</source>
        <translation>{owner} のキーを保存しました（{place}）。</translation>
    </message>
    <message>
        <source>Such links begin with “{beginning}”.</source>
        <translation>このようなリンクは「{beginning}」で始まります。</translation>
    </message>
    <message>
        <source>Sums up everything there is about a subject.</source>
        <translation>ある主題についてのすべてを要約します。</translation>
    </message>
    <message>
        <source>Supported</source>
        <translation>根拠あり</translation>
    </message>
    <message>
        <source>Supported.</source>
        <translation>根拠があります。</translation>
    </message>
    <message>
        <source>Switch it on in the folder&apos;s rules.</source>
        <translation>フォルダーの規則でオンにしてください。</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>Table cell</source>
        <translation>表のセル</translation>
    </message>
    <message>
        <source>Table column</source>
        <translation>表の列</translation>
    </message>
    <message>
        <source>Table row</source>
        <translation>表の行</translation>
    </message>
    <message>
        <source>Take a key from “desktop-rag contradictions {name} --all”.</source>
        <translation>「desktop-rag contradictions {name} --all」に表示されるキーを使ってください。</translation>
    </message>
    <message>
        <source>Tell “desktop-rag data-folder use” where the folder is.</source>
        <translation>「desktop-rag data-folder use」でフォルダーの場所を指定してください。</translation>
    </message>
    <message>
        <source>Text boxes</source>
        <translation>テキストボックス</translation>
    </message>
    <message>
        <source>The API key is wrong.</source>
        <translation>API キーが違います。</translation>
    </message>
    <message>
        <source>The PDF is too damaged to be written again.</source>
        <translation>PDF の破損がひどく、書き出せません。</translation>
    </message>
    <message>
        <source>The Zotero database is damaged.</source>
        <translation>Zotero のデータベースが破損しています。</translation>
    </message>
    <message>
        <source>The Zotero database takes too long to look at, or too much memory.</source>
        <translation>Zotero のデータベースの読み取りに時間がかかりすぎるか、メモリを使いすぎます。</translation>
    </message>
    <message>
        <source>The account for this model has no credit left.</source>
        <translation>このモデルのアカウントにクレジットが残っていません。</translation>
    </message>
    <message>
        <source>The address of the model is not valid.</source>
        <translation>モデルのアドレスが正しくありません。</translation>
    </message>
    <message>
        <source>The agent did not come to an answer in {steps} steps.</source>
        <translation>エージェントは {steps} ステップで回答に至りませんでした。</translation>
    </message>
    <message>
        <source>The amounts are not added. {reason}</source>
        <translation>金額は合計していません。{reason}</translation>
    </message>
    <message>
        <source>The answer cites no PDF.</source>
        <translation>この回答は PDF を引用していません。</translation>
    </message>
    <message>
        <source>The answer could not be saved.</source>
        <translation>回答を保存できませんでした。</translation>
    </message>
    <message>
        <source>The answer had no end, so it was stopped.</source>
        <translation>回答が終わらないため、停止しました。</translation>
    </message>
    <message>
        <source>The answer rests on {passages} passages of {files} files. The library has {all} files.</source>
        <translation>回答は {files} 個のファイルの {passages} 箇所に基づいています。ライブラリには {all} 個のファイルがあります。</translation>
    </message>
    <message>
        <source>The answer was cut off: it reached the limit for one answer. Continue it, or raise “Longest answer”.</source>
        <translation>回答が上限に達して途中で切れました。続けるか、「回答の最大の長さ」を上げてください。</translation>
    </message>
    <message>
        <source>The answer was cut off: the model&apos;s server failed in the middle of it. Continue it, or ask again.</source>
        <translation>回答が途中で切れました。モデルのサーバーが途中で失敗しました。続きを生成するか、もう一度質問してください。</translation>
    </message>
    <message>
        <source>The answer was interrupted. This is the part received until then.</source>
        <translation>回答が中断されました。これはそれまでに受信した部分です。</translation>
    </message>
    <message>
        <source>The answer was stopped. This is the part received until then.</source>
        <translation>回答を中止しました。これはそれまでに受信した部分です。</translation>
    </message>
    <message>
        <source>The archive contains nothing readable.</source>
        <translation>アーカイブに読み取れるものがありません。</translation>
    </message>
    <message>
        <source>The archive is damaged.</source>
        <translation>アーカイブが壊れています。</translation>
    </message>
    <message>
        <source>The archive is protected by a password.</source>
        <translation>アーカイブはパスワードで保護されています。</translation>
    </message>
    <message>
        <source>The attached file “{name}” could not be read.</source>
        <translation>添付ファイル「{name}」を読み取れませんでした。</translation>
    </message>
    <message>
        <source>The attached file “{name}” is no longer there.</source>
        <translation>添付ファイル「{name}」が見つかりません。</translation>
    </message>
    <message>
        <source>The automatic numbers of lists and clauses are damaged and missing here.</source>
        <translation>リストや条項の自動番号は破損しているため、ここにはありません。</translation>
    </message>
    <message>
        <source>The book is locked by copy protection (DRM).</source>
        <translation>この本はコピー保護（DRM）でロックされています。</translation>
    </message>
    <message>
        <source>The built-in model stopped unexpectedly.</source>
        <translation>内蔵モデルが予期せず終了しました。</translation>
    </message>
    <message>
        <source>The built-in model stopped working.</source>
        <translation>内蔵モデルが動かなくなりました。</translation>
    </message>
    <message>
        <source>The calendar cannot be written to “{name}”.</source>
        <translation>カレンダーを「{name}」に書き込めません。</translation>
    </message>
    <message>
        <source>The change of search model is waiting, and the library is searched as before: {error} The program tries again automatically.</source>
        <translation>検索モデルの変更は保留中で、ライブラリはこれまでどおり検索されます：{error} プログラムが自動的に再試行します。</translation>
    </message>
    <message>
        <source>The change of search model was cancelled.</source>
        <translation>検索モデルの変更は取り消されました。</translation>
    </message>
    <message>
        <source>The columns of documents: {names}</source>
        <translation>documents の列：{names}</translation>
    </message>
    <message>
        <source>The connection to the model was lost.</source>
        <translation>モデルとの接続が切れました。</translation>
    </message>
    <message>
        <source>The connection to {place} could not be secured.</source>
        <translation>{place} と安全に接続できませんでした。</translation>
    </message>
    <message>
        <source>The conversation is about the library “{name}”.</source>
        <translation>この会話はライブラリ「{name}」についてのものです。</translation>
    </message>
    <message>
        <source>The conversations file was damaged. It is now called {name}.</source>
        <translation>会話のファイルが壊れていました。{name} に名前を変更しました。</translation>
    </message>
    <message>
        <source>The copy {copy} is damaged.</source>
        <translation>コピー {copy} が壊れています。</translation>
    </message>
    <message>
        <source>The data cannot be moved: {reason}.</source>
        <translation>データを移動できません: {reason}。</translation>
    </message>
    <message>
        <source>The data folder is being moved by another window or command.</source>
        <translation>別のウィンドウまたはコマンドがデータフォルダーを移動しています。</translation>
    </message>
    <message>
        <source>The data folder {folder} is not there.</source>
        <translation>データフォルダー {folder} が見つかりません。</translation>
    </message>
    <message>
        <source>The data is now in {folder}.</source>
        <translation>データは現在 {folder} にあります。</translation>
    </message>
    <message>
        <source>The default settings are used. Set again what you had changed, or import settings that you exported before.</source>
        <translation>既定の設定を使います。変更していた設定をもう一度行うか、以前に書き出した設定を読み込んでください。</translation>
    </message>
    <message>
        <source>The disk is nearly full, so new and changed files wait. Free some space. Reading then continues.</source>
        <translation>ディスクの空きがほとんどないため、新規・更新ファイルは待機しています。空きを増やすと読み取りを続けます。</translation>
    </message>
    <message>
        <source>The disk that holds {place} is full.</source>
        <translation>{place} のあるディスクがいっぱいです。</translation>
    </message>
    <message>
        <source>The disk that holds {target} has too little room: the data needs {megabytes}.</source>
        <translation>{target} のあるディスクの空き容量が足りません。データには {megabytes} 必要です。</translation>
    </message>
    <message>
        <source>The document is not named.</source>
        <translation>文書が指定されていません。</translation>
    </message>
    <message>
        <source>The document says two things.</source>
        <translation>文書には 2 通りの記述があります。</translation>
    </message>
    <message>
        <source>The download was interrupted.</source>
        <translation>ダウンロードが中断されました。</translation>
    </message>
    <message>
        <source>The draft itself is never written over.</source>
        <translation>下書き自体は上書きされません。</translation>
    </message>
    <message>
        <source>The earliest of {count} files is dated {date}.</source>
        <translation>{count} 個のファイルのうち最も早い日付は{date}です。</translation>
    </message>
    <message>
        <source>The encoding of “{name}” can&apos;t be written back without loss.</source>
        <translation>「{name}」の文字コードでは、内容を損なわずに書き戻せません。</translation>
    </message>
    <message>
        <source>The end of a passage did not fit into the model&apos;s window.</source>
        <translation>ある箇所の終わりがモデルのコンテキストに入りませんでした。</translation>
    </message>
    <message>
        <source>The evidence pack was written to {target}.</source>
        <translation>証拠パックを {target} に書き込みました。</translation>
    </message>
    <message>
        <source>The extra JSON is not a JSON object.</source>
        <translation>追加の JSON が JSON オブジェクトではありません。</translation>
    </message>
    <message>
        <source>The figures add up to {sum}, not to {total}.</source>
        <translation>合計は{total}ではなく{sum}になります。</translation>
    </message>
    <message>
        <source>The file as it is now cannot be read.</source>
        <translation>現在のファイルは読み取れません。</translation>
    </message>
    <message>
        <source>The file cannot be opened: Permission denied.</source>
        <translation>ファイルを開けません：アクセスが拒否されました。</translation>
    </message>
    <message>
        <source>The file cannot be opened: {reason}.</source>
        <translation>ファイルを開けません：{reason}。</translation>
    </message>
    <message>
        <source>The file cannot be read: {reason}.</source>
        <translation>ファイルを読み取れません：{reason}。</translation>
    </message>
    <message>
        <source>The file cannot be unpacked: {reason}.</source>
        <translation>ファイルを展開できません：{reason}。</translation>
    </message>
    <message>
        <source>The file contains far more text than any document of its size.</source>
        <translation>このサイズの文書としては異常に多いテキストが入っています。</translation>
    </message>
    <message>
        <source>The file contains no text.</source>
        <translation>ファイルにテキストがありません。</translation>
    </message>
    <message>
        <source>The file contains only pictures, and no text was recognised in them. If they show text, save the file as PDF.</source>
        <translation>ファイルは画像だけで、文字を認識できませんでした。文字があれば PDF で保存してください。</translation>
    </message>
    <message>
        <source>The file contains only pictures, and text recognition (OCR) is switched off.</source>
        <translation>ファイルは画像だけで、文字認識（OCR）がオフです。</translation>
    </message>
    <message>
        <source>The file contains only white space.</source>
        <translation>ファイルは空白だけです。</translation>
    </message>
    <message>
        <source>The file crashed the reader, so it was not opened.</source>
        <translation>読み取り処理が異常終了したため、ファイルを開きませんでした。</translation>
    </message>
    <message>
        <source>The file crashed the reader, so it was not read.</source>
        <translation>読み取り処理が異常終了したため、ファイルを読み取りませんでした。</translation>
    </message>
    <message>
        <source>The file has changed since the library read it.</source>
        <translation>ライブラリが読み取った後にファイルが変更されています。</translation>
    </message>
    <message>
        <source>The file inside it can&apos;t be found anymore.</source>
        <translation>中のファイルが見つからなくなりました。</translation>
    </message>
    <message>
        <source>The file inside it is nested too deeply to be read.</source>
        <translation>中のファイルは入れ子が深すぎて読み取れません。</translation>
    </message>
    <message>
        <source>The file is damaged, or its extension is wrong.</source>
        <translation>ファイルが壊れているか、拡張子が違います。</translation>
    </message>
    <message>
        <source>The file is damaged, so parts of it may be missing.</source>
        <translation>ファイルが破損しているため、一部が欠けている可能性があります。</translation>
    </message>
    <message>
        <source>The file is damaged.</source>
        <translation>ファイルが壊れています。</translation>
    </message>
    <message>
        <source>The file is damaged; only what comes before the damage was read.</source>
        <translation>ファイルが壊れています。壊れた箇所より前だけを読み取りました。</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>ファイルは空です。</translation>
    </message>
    <message>
        <source>The file is encrypted.</source>
        <translation>ファイルは暗号化されています。</translation>
    </message>
    <message>
        <source>The file is larger than {size} MB. Raise the limit in the folder&apos;s rules.</source>
        <translation>ファイルが {size} MB を超えています。フォルダーの規則で上限を上げてください。</translation>
    </message>
    <message>
        <source>The file is nested too deeply.</source>
        <translation>ファイルの入れ子が深すぎます。</translation>
    </message>
    <message>
        <source>The file is not where it was. It stays searchable until you decide.</source>
        <translation>ファイルが元の場所にありません。決めるまでは検索できます。</translation>
    </message>
    <message>
        <source>The file is not where it was. It stays searchable: put it back, or take it out of the library.</source>
        <translation>ファイルが元の場所にありません。検索は引き続きできます。元に戻すか、ライブラリから取り除いてください。</translation>
    </message>
    <message>
        <source>The file is not where it was. You chose to keep it searchable.</source>
        <translation>ファイルが元の場所にありません。検索できるまま残すことを選んでいます。</translation>
    </message>
    <message>
        <source>The file is protected by a password.</source>
        <translation>ファイルはパスワードで保護されています。</translation>
    </message>
    <message>
        <source>The file is signed. In the copy, programs show that it was changed after it was signed.</source>
        <translation>このファイルには署名があります。コピーでは、署名後に変更されたと表示されます。</translation>
    </message>
    <message>
        <source>The file is too large once it is unpacked.</source>
        <translation>展開するとファイルが大きすぎます。</translation>
    </message>
    <message>
        <source>The file is too large.</source>
        <translation>ファイルが大きすぎます。</translation>
    </message>
    <message>
        <source>The file keeps changing. It will be read once it stops changing.</source>
        <translation>ファイルが変更され続けています。落ち着いたら読み取ります。</translation>
    </message>
    <message>
        <source>The file of the library “{name}” cannot be changed: {reason}.</source>
        <translation>ライブラリ「{name}」のファイルを変更できません：{reason}。</translation>
    </message>
    <message>
        <source>The file of the link</source>
        <translation>リンク先のファイル</translation>
    </message>
    <message>
        <source>The file reader cannot run.</source>
        <translation>ファイルの読み取り処理を実行できません。</translation>
    </message>
    <message>
        <source>The file was created by a version of Word older than 97.</source>
        <translation>Word 97 より前の版で作成されたファイルです。</translation>
    </message>
    <message>
        <source>The file with the most pages is “{file}” ({pages}).</source>
        <translation>ページ数が最も多いファイルは「{file}」（{pages}）です。</translation>
    </message>
    <message>
        <source>The file with your conversations is gone: {file}.</source>
        <translation>会話のファイルがなくなりました: {file}。</translation>
    </message>
    <message>
        <source>The file with your conversations was emptied: {file}.</source>
        <translation>会話のファイルが空になりました: {file}。</translation>
    </message>
    <message>
        <source>The file {file} is damaged, and it cannot be renamed.</source>
        <translation>ファイル {file} は壊れていますが、名前を変更できません。</translation>
    </message>
    <message>
        <source>The file {file} was damaged. It was renamed to {aside}.</source>
        <translation>ファイル {file} が壊れていました。{aside} に名前を変更しました。</translation>
    </message>
    <message>
        <source>The file {file}, which names the data folder, cannot be read.</source>
        <translation>データフォルダーの場所を記録したファイル {file} を読み取れません。</translation>
    </message>
    <message>
        <source>The files of a new folder are still being listed, so there may be more.</source>
        <translation>新しいフォルダーのファイルを確認中のため、ほかにもファイルがある可能性があります。</translation>
    </message>
    <message>
        <source>The files themselves are read.</source>
        <translation>ファイル自体は読み取られます。</translation>
    </message>
    <message>
        <source>The first {count} are quoted.</source>
        <translation>最初の {count} 件を引用しています。</translation>
    </message>
    <message>
        <source>The first {files} are listed. The page “Files” shows all of them.</source>
        <translation>最初の {files} 件を表示しています。「ファイル」ページですべて確認できます。</translation>
    </message>
    <message>
        <source>The folder cannot be opened: {reason}.</source>
        <translation>フォルダーを開けません：{reason}。</translation>
    </message>
    <message>
        <source>The form can only be read in Adobe Acrobat Reader.</source>
        <translation>このフォームは Adobe Acrobat Reader でのみ読めます。</translation>
    </message>
    <message>
        <source>The header “{name}” has no value for {address}.</source>
        <translation>{address} のヘッダー「{name}」に値がありません。</translation>
    </message>
    <message>
        <source>The highest of {count} amounts is {amount}.</source>
        <translation>{count}件の金額のうち最も高いのは{amount}です。</translation>
    </message>
    <message>
        <source>The key cannot be stored: this system has no keychain, and the file for it cannot be written.</source>
        <translation>キーを保存できません。このシステムにはキーチェーンがなく、代わりのファイルにも書き込めません。</translation>
    </message>
    <message>
        <source>The largest file is “{file}” ({size}).</source>
        <translation>最も大きいファイルは「{file}」（{size}）です。</translation>
    </message>
    <message>
        <source>The last answer of this conversation is complete.</source>
        <translation>この会話の最後の回答は完結しています。</translation>
    </message>
    <message>
        <source>The latest of {count} files is dated {date}.</source>
        <translation>{count} 個のファイルのうち最も新しい日付は{date}です。</translation>
    </message>
    <message>
        <source>The library cannot be opened.</source>
        <translation>ライブラリを開けません。</translation>
    </message>
    <message>
        <source>The library does not have this file, or leaves it out.</source>
        <translation>このファイルはライブラリにないか、対象外です。</translation>
    </message>
    <message>
        <source>The library does not keep this state of {file} any more.</source>
        <translation>{file}のこの状態は、もう保存されていません。</translation>
    </message>
    <message>
        <source>The library has no file “{file}”.</source>
        <translation>ライブラリに「{file}」というファイルはありません。</translation>
    </message>
    <message>
        <source>The library has no files in a folder “{folder}”.</source>
        <translation>ライブラリには「{folder}」フォルダーのファイルがありません。</translation>
    </message>
    <message>
        <source>The library has read another state of the file since.</source>
        <translation>その後、ライブラリはファイルの別の状態を読み取っています。</translation>
    </message>
    <message>
        <source>The library keeps no earlier states of files.</source>
        <translation>ライブラリはファイルの以前の状態を保存していません。</translation>
    </message>
    <message>
        <source>The library keeps no earlier states of the file.</source>
        <translation>このファイルの以前の状態は保存されていません。</translation>
    </message>
    <message>
        <source>The library keeps only {count} earlier states of the file.</source>
        <translation>このファイルの以前の状態は、{count}件しか保存されていません。</translation>
    </message>
    <message>
        <source>The library keeps this earlier state of the file; its text alone is left.</source>
        <translation>これはライブラリに残るファイルの以前の状態で、テキストだけが残っています。</translation>
    </message>
    <message>
        <source>The library may not open this file.</source>
        <translation>ライブラリはこのファイルを開くことを許可されていません。</translation>
    </message>
    <message>
        <source>The library “{name}” is open elsewhere.</source>
        <translation>ライブラリ「{name}」は別の場所で開かれています。</translation>
    </message>
    <message>
        <source>The library “{name}” isn&apos;t on this computer, and no other has the file.</source>
        <translation>ライブラリ「{name}」はこのコンピューターになく、そのファイルを含むライブラリもほかにありません。</translation>
    </message>
    <message>
        <source>The library “{name}” reads {root}, so the data cannot be moved there.</source>
        <translation>ライブラリ「{name}」が {root} を読み取るため、データをそこへ移動できません。</translation>
    </message>
    <message>
        <source>The library “{name}” was deleted, so it was not asked.</source>
        <translation>ライブラリ「{name}」は削除されたため、検索されませんでした。</translation>
    </message>
    <message>
        <source>The library&apos;s search model was changed in the meantime.</source>
        <translation>その間にライブラリの検索モデルが変更されました。</translation>
    </message>
    <message>
        <source>The link is damaged.</source>
        <translation>リンクが壊れています。</translation>
    </message>
    <message>
        <source>The link is longer than {count} characters.</source>
        <translation>リンクが {count} 文字を超えています。</translation>
    </message>
    <message>
        <source>The link leads out of its library.</source>
        <translation>リンクがライブラリの外を指しています。</translation>
    </message>
    <message>
        <source>The link leads to a library that is not shared with other programs.</source>
        <translation>リンク先のライブラリはほかのプログラムと共有されていません。</translation>
    </message>
    <message>
        <source>The link&apos;s library isn&apos;t on this computer, and no other has the file.</source>
        <translation>リンク先のライブラリはこのコンピューターになく、そのファイルを含むライブラリもほかにありません。</translation>
    </message>
    <message>
        <source>The list cannot be deleted: {reason}.</source>
        <translation>一覧を削除できません：{reason}。</translation>
    </message>
    <message>
        <source>The list cannot be written to “{name}”.</source>
        <translation>一覧を「{name}」に書き込めません。</translation>
    </message>
    <message>
        <source>The list names no files.</source>
        <translation>リストにファイルがありません。</translation>
    </message>
    <message>
        <source>The list of chapters is damaged: they may be in another order, or some may be missing.</source>
        <translation>章の一覧が破損しています。章の順序が異なるか、一部の章が欠けている可能性があります。</translation>
    </message>
    <message>
        <source>The list of slides is damaged, so their order may be wrong.</source>
        <translation>スライドの一覧が壊れているため、順序が正しくない可能性があります。</translation>
    </message>
    <message>
        <source>The local API needs {library}, which is not installed.</source>
        <translation>ローカルAPIには{library}が必要ですが、インストールされていません。</translation>
    </message>
    <message>
        <source>The lowest of {count} amounts is {amount}.</source>
        <translation>{count}件の金額のうち最も低いのは{amount}です。</translation>
    </message>
    <message>
        <source>The mailbox contains no messages.</source>
        <translation>メールボックスにメッセージがありません。</translation>
    </message>
    <message>
        <source>The message is damaged.</source>
        <translation>メッセージが壊れています。</translation>
    </message>
    <message>
        <source>The message is empty.</source>
        <translation>メッセージは空です。</translation>
    </message>
    <message>
        <source>The message is encrypted: only its headers were read.</source>
        <translation>メッセージは暗号化されているため、ヘッダーだけを読み取りました。</translation>
    </message>
    <message>
        <source>The message is nested too deeply to be read.</source>
        <translation>メッセージは入れ子が深すぎて読み取れません。</translation>
    </message>
    <message>
        <source>The middle of the question did not fit into the model&apos;s window.</source>
        <translation>質問の途中がモデルのコンテキストに入りませんでした。</translation>
    </message>
    <message>
        <source>The model began to repeat itself, so it was stopped.</source>
        <translation>モデルが同じ内容を繰り返し始めたため、停止しました。</translation>
    </message>
    <message>
        <source>The model did not answer in the required form.</source>
        <translation>モデルが求めた形式で回答しませんでした。</translation>
    </message>
    <message>
        <source>The model did not see everything: its server read only {read} of about {sent} tokens. Start the server with a larger context, or use fewer passages per answer.</source>
        <translation>モデルはすべてを見ていません。サーバーが読んだのは約 {sent} トークン中 {read} だけです。コンテキストを大きくしてサーバーを起動するか、回答ごとの箇所を減らしてください。</translation>
    </message>
    <message>
        <source>The model does not fit into memory.</source>
        <translation>モデルがメモリに収まりません。</translation>
    </message>
    <message>
        <source>The model does not fit into memory: it needs about {needed} GB of {available} GB.</source>
        <translation>モデルがメモリに収まりません。空き {available} GB に対して約 {needed} GB 必要です。</translation>
    </message>
    <message>
        <source>The model file {name} cannot be loaded.</source>
        <translation>モデルファイル {name} を読み込めません。</translation>
    </message>
    <message>
        <source>The model file {name} has an unknown version ({version}).</source>
        <translation>モデルファイル {name} のバージョン（{version}）は未知です。</translation>
    </message>
    <message>
        <source>The model file {name} is damaged or incomplete.</source>
        <translation>モデルファイル {name} が壊れているか、不完全です。</translation>
    </message>
    <message>
        <source>The model file {name} is of a kind that is not known here.</source>
        <translation>モデルファイル {name} は未知の種類です。</translation>
    </message>
    <message>
        <source>The model file {path} cannot be read: {reason}.</source>
        <translation>モデルファイル {path} を読み取れません：{reason}。</translation>
    </message>
    <message>
        <source>The model found no answer to the question in these passages.</source>
        <translation>モデルはこれらの箇所に質問の答えを見つけられませんでした。</translation>
    </message>
    <message>
        <source>The model has not answered for {seconds} s. Ctrl+C stops.</source>
        <translation>モデルから {seconds} 秒間応答がありません。Ctrl+C で停止します。</translation>
    </message>
    <message>
        <source>The model is served at another address.</source>
        <translation>モデルは別のアドレスで提供されています。</translation>
    </message>
    <message>
        <source>The model is still being loaded.</source>
        <translation>モデルを読み込み中です。</translation>
    </message>
    <message>
        <source>The model named nothing that the files say.</source>
        <translation>モデルは、ファイルに書かれていることを挙げませんでした。</translation>
    </message>
    <message>
        <source>The model needs {needed} GB of memory, and {available} GB is free.</source>
        <translation>モデルには {needed} GB のメモリが必要ですが、空きは {available} GB です。</translation>
    </message>
    <message>
        <source>The model refused to answer: “{refusal}”</source>
        <translation>モデルが回答を拒否しました：「{refusal}」</translation>
    </message>
    <message>
        <source>The model returned no answer. Try again or choose another model. For a reasoning model, raise “Longest answer”.</source>
        <translation>モデルは回答を返しませんでした。もう一度試すか、別のモデルを選んでください。推論モデルでは「回答の最大の長さ」を上げてください。</translation>
    </message>
    <message>
        <source>The model was shown the first {shown} of {total} differences.</source>
        <translation>モデルに示したのは、相違 {total}件のうち最初の{shown}件です。</translation>
    </message>
    <message>
        <source>The model was still not loaded after {minutes} minutes.</source>
        <translation>{minutes} 分たってもモデルが読み込まれませんでした。</translation>
    </message>
    <message>
        <source>The model {model_name} cannot call functions.</source>
        <translation>モデル {model_name} は関数を呼び出せません。</translation>
    </message>
    <message>
        <source>The model {model_name} cannot see images.</source>
        <translation>モデル {model_name} は画像を見られません。</translation>
    </message>
    <message>
        <source>The model “{model_name}” returned invalid numbers.</source>
        <translation>モデル「{model_name}」が無効な数値を返しました。</translation>
    </message>
    <message>
        <source>The model “{model_name}” returned only zeros.</source>
        <translation>モデル「{model_name}」がゼロだけを返しました。</translation>
    </message>
    <message>
        <source>The model “{model}” cannot use tools.</source>
        <translation>モデル「{model}」はツールを使えません。</translation>
    </message>
    <message>
        <source>The model “{model}” could not be downloaded.</source>
        <translation>モデル「{model}」をダウンロードできませんでした。</translation>
    </message>
    <message>
        <source>The model “{model}” could not be loaded.</source>
        <translation>モデル「{model}」を読み込めませんでした。</translation>
    </message>
    <message>
        <source>The model&apos;s answer was cut off.</source>
        <translation>モデルの回答が途中で切れました。</translation>
    </message>
    <message>
        <source>The model&apos;s server has a problem.</source>
        <translation>モデルのサーバーに問題があります。</translation>
    </message>
    <message>
        <source>The model&apos;s server is getting too many requests right now.</source>
        <translation>モデルのサーバーへのリクエストが多すぎます。</translation>
    </message>
    <message>
        <source>The model&apos;s server rejected the request (code {status}).</source>
        <translation>モデルのサーバーがリクエストを拒否しました（コード {status}）。</translation>
    </message>
    <message>
        <source>The model&apos;s server rejected the request.</source>
        <translation>モデルのサーバーがリクエストを拒否しました。</translation>
    </message>
    <message>
        <source>The model&apos;s value “{value}” stands in no sentence.</source>
        <translation>モデルの値「{value}」は、どの文にもありません。</translation>
    </message>
    <message>
        <source>The model&apos;s window of {context_window} tokens leaves no room for your documents.</source>
        <translation>モデルのコンテキストウィンドウ（{context_window} トークン）に文書の入る余地がありません。</translation>
    </message>
    <message>
        <source>The newest file is “{file}”, last changed on {date}.</source>
        <translation>最も新しいファイルは「{file}」です（最終更新日：{date}）。</translation>
    </message>
    <message>
        <source>The oldest file is “{file}”, last changed on {date}.</source>
        <translation>最も古いファイルは「{file}」です（最終更新日：{date}）。</translation>
    </message>
    <message>
        <source>The other files are quoted below.</source>
        <translation>ほかのファイルは下に引用します。</translation>
    </message>
    <message>
        <source>The pack is whole: no byte of it was changed.</source>
        <translation>パックに改変はなく、1 バイトも変更されていません。</translation>
    </message>
    <message>
        <source>The page contains no text.</source>
        <translation>ページにテキストがありません。</translation>
    </message>
    <message>
        <source>The page is damaged and cannot be shown.</source>
        <translation>ページが壊れていて表示できません。</translation>
    </message>
    <message>
        <source>The page with the printed number {label} is page {page} of the file.</source>
        <translation>印刷された番号が {label} のページは、ファイルの {page} ページ目です。</translation>
    </message>
    <message>
        <source>The page “Files” shows the other ones with their reasons.</source>
        <translation>残りのファイルとその理由は「ファイル」ページで確認できます。</translation>
    </message>
    <message>
        <source>The pages are pictures without text.</source>
        <translation>ページはテキストのない画像です。</translation>
    </message>
    <message>
        <source>The pages show no text.</source>
        <translation>ページに文字がありません。</translation>
    </message>
    <message>
        <source>The part of the program that runs model files is missing.</source>
        <translation>モデルファイルを動かす部分がプログラムにありません。</translation>
    </message>
    <message>
        <source>The passages are in another language.</source>
        <translation>箇所は別の言語で書かれています。</translation>
    </message>
    <message>
        <source>The passages that fit best:</source>
        <translation>最もよく一致する箇所：</translation>
    </message>
    <message>
        <source>The password cannot be saved: this system has no keychain, and the file for it cannot be written.</source>
        <translation>パスワードを保存できません。このシステムにはキーチェーンがなく、代わりのファイルにも書き込めません。</translation>
    </message>
    <message>
        <source>The picture cannot be saved: {reason}.</source>
        <translation>画像を保存できません：{reason}。</translation>
    </message>
    <message>
        <source>The picture is too large to read.</source>
        <translation>画像が大きすぎて読み取れません。</translation>
    </message>
    <message>
        <source>The picture is too small to show text.</source>
        <translation>画像が小さすぎて文字を読み取れません。</translation>
    </message>
    <message>
        <source>The picture shows no text.</source>
        <translation>画像に文字がありません。</translation>
    </message>
    <message>
        <source>The plug-in “{key}” failed and is switched off until the program starts again ({said}).</source>
        <translation>プラグイン「{key}」が失敗したため、次にプログラムを起動するまでオフにしました（{said}）。</translation>
    </message>
    <message>
        <source>The plug-in “{key}” isn&apos;t installed.</source>
        <translation>プラグイン「{key}」はインストールされていません。</translation>
    </message>
    <message>
        <source>The port {port} cannot be used: {reason}.</source>
        <translation>ポート{port}は使えません：{reason}。</translation>
    </message>
    <message>
        <source>The prices of {model} are not known.</source>
        <translation>{model} の価格が設定されていません。</translation>
    </message>
    <message>
        <source>The program cannot start its file reader.</source>
        <translation>ファイルの読み取り処理を開始できません。</translation>
    </message>
    <message>
        <source>The program is closing.</source>
        <translation>プログラムを終了しています。</translation>
    </message>
    <message>
        <source>The program&apos;s log has the details.</source>
        <translation>詳細はプログラムのログにあります。</translation>
    </message>
    <message>
        <source>The provider&apos;s content filter blocked the answer. Ask in other words, or choose another model.</source>
        <translation>提供元のコンテンツフィルターが回答を遮断しました。別の言葉で質問するか、別のモデルを選んでください。</translation>
    </message>
    <message>
        <source>The provider&apos;s content filter ended this answer.</source>
        <translation>提供元のコンテンツフィルターがこの回答を打ち切りました。</translation>
    </message>
    <message>
        <source>The provider&apos;s filter ended the model&apos;s answer.</source>
        <translation>提供元のフィルターがモデルの回答を打ち切りました。</translation>
    </message>
    <message>
        <source>The proxy at {proxy} does not answer.</source>
        <translation>プロキシ {proxy} が応答しません。</translation>
    </message>
    <message>
        <source>The proxy at {proxy} refused the connection.</source>
        <translation>プロキシ {proxy} が接続を拒否しました。</translation>
    </message>
    <message>
        <source>The proxy refused the connection.</source>
        <translation>プロキシが接続を拒否しました。</translation>
    </message>
    <message>
        <source>The query takes too long.</source>
        <translation>クエリに時間がかかりすぎています。</translation>
    </message>
    <message>
        <source>The question with its passages is longer than the model can read at once.</source>
        <translation>質問と箇所の合計が、モデルが一度に読める長さを超えています。</translation>
    </message>
    <message>
        <source>The questions have changed since the saved result, so the averages can&apos;t be compared.</source>
        <translation>保存した結果の後に質問が変わったため、平均を比べられません。</translation>
    </message>
    <message>
        <source>The quotation is altered here.</source>
        <translation>引用がここで改変されています。</translation>
    </message>
    <message>
        <source>The quoted words aren&apos;t in the file any more.</source>
        <translation>引用された文言はもうファイルにありません。</translation>
    </message>
    <message>
        <source>The reranker has a problem.</source>
        <translation>リランカーに問題があります。</translation>
    </message>
    <message>
        <source>The reranker is getting too many requests right now.</source>
        <translation>リランカーへのリクエストが多すぎます。</translation>
    </message>
    <message>
        <source>The reranker rejected the request (code {status}).</source>
        <translation>リランカーがリクエストを拒否しました（コード {status}）。</translation>
    </message>
    <message>
        <source>The result is empty.</source>
        <translation>結果は空です。</translation>
    </message>
    <message>
        <source>The rows were written to {target}.</source>
        <translation>行を {target} に書き込みました。</translation>
    </message>
    <message>
        <source>The server at {address} does not serve a language model.</source>
        <translation>{address} のサーバーは言語モデルを提供していません。</translation>
    </message>
    <message>
        <source>The server at {address} sent no usable vectors.</source>
        <translation>{address} のサーバーから使用できるベクトルが返されませんでした。</translation>
    </message>
    <message>
        <source>The server at {address} sent something unreadable in the middle of the answer.</source>
        <translation>{address} のサーバーが回答の途中で読めないデータを送りました。</translation>
    </message>
    <message>
        <source>The server at {place} uses http, not https.</source>
        <translation>{place} のサーバーは https ではなく http を使います。</translation>
    </message>
    <message>
        <source>The server at {place} uses https, not http.</source>
        <translation>{place} のサーバーは http ではなく https を使います。</translation>
    </message>
    <message>
        <source>The server does not allow this key to use the model.</source>
        <translation>サーバーはこのキーでのモデルの使用を許可していません。</translation>
    </message>
    <message>
        <source>The server has no model named “{model}”.</source>
        <translation>サーバーに「{model}」というモデルはありません。</translation>
    </message>
    <message>
        <source>The server has the model {name} now.</source>
        <translation>サーバーにモデル {name} が入りました。</translation>
    </message>
    <message>
        <source>The server is still busy with the model “{model}”.</source>
        <translation>サーバーはまだモデル「{model}」の処理中です。</translation>
    </message>
    <message>
        <source>The server leads from address to address.</source>
        <translation>サーバーがアドレスからアドレスへ転送を繰り返します。</translation>
    </message>
    <message>
        <source>The server leads to an unsafe address.</source>
        <translation>サーバーが安全でないアドレスへ転送します。</translation>
    </message>
    <message>
        <source>The settings as they were: {path}.</source>
        <translation>変更前の設定：{path}。</translation>
    </message>
    <message>
        <source>The settings could not be saved: {reason}.</source>
        <translation>設定を保存できませんでした：{reason}。</translation>
    </message>
    <message>
        <source>The settings in {path} cannot be read: {reason}.</source>
        <translation>{path} の設定を読み取れません：{reason}。</translation>
    </message>
    <message>
        <source>The settings name {chosen}. Change to it with --switch.</source>
        <translation>「設定」では {chosen} です。--switch で変更します。</translation>
    </message>
    <message>
        <source>The sheet “{name}” is damaged and was left out.</source>
        <translation>シート「{name}」は壊れているため、対象外にしました。</translation>
    </message>
    <message>
        <source>The sheet “{name}” is damaged; only what could be read of it is here.</source>
        <translation>シート「{name}」は壊れています。読み取れた部分だけがあります。</translation>
    </message>
    <message>
        <source>The sheet “{name}” is missing from the file.</source>
        <translation>シート「{name}」がファイルの中にありません。</translation>
    </message>
    <message>
        <source>The signing key cannot be stored: this system has no keychain, and the file for it cannot be written.</source>
        <translation>署名鍵を保存できません。このシステムにはキーチェーンがなく、そのためのファイルにも書き込めません。</translation>
    </message>
    <message>
        <source>The smallest file is “{file}” ({size}).</source>
        <translation>最も小さいファイルは「{file}」（{size}）です。</translation>
    </message>
    <message>
        <source>The source does not give this date.</source>
        <translation>出典にこの日付はありません。</translation>
    </message>
    <message>
        <source>The source does not give this number here.</source>
        <translation>出典のこの箇所にこの数値はありません。</translation>
    </message>
    <message>
        <source>The source does not name this.</source>
        <translation>出典にこの名前はありません。</translation>
    </message>
    <message>
        <source>The source does not say this.</source>
        <translation>出典はこれを述べていません。</translation>
    </message>
    <message>
        <source>The source does not say “not” here.</source>
        <translation>出典はここで否定していません。</translation>
    </message>
    <message>
        <source>The source says otherwise.</source>
        <translation>出典には異なることが書かれています。</translation>
    </message>
    <message>
        <source>The source says this of something else.</source>
        <translation>出典では、これは別のものについて述べられています。</translation>
    </message>
    <message>
        <source>The source says this of “{name}”.</source>
        <translation>出典では、これは「{name}」について述べられています。</translation>
    </message>
    <message>
        <source>The source says “{words}” here.</source>
        <translation>出典ではここは「{words}」です。</translation>
    </message>
    <message>
        <source>The spreadsheet is empty.</source>
        <translation>スプレッドシートは空です。</translation>
    </message>
    <message>
        <source>The step {name} names no event.</source>
        <translation>ステップ {name} にはイベントがありません。</translation>
    </message>
    <message>
        <source>The steps and their parameters: {steps}.</source>
        <translation>手順とそのパラメーター：{steps}。</translation>
    </message>
    <message>
        <source>The system can&apos;t be told to open links with this program: {reason}.</source>
        <translation>このプログラムでリンクを開くようシステムに設定できません: {reason}。</translation>
    </message>
    <message>
        <source>The system can&apos;t be told whether to start the program at login: {reason}.</source>
        <translation>ログイン時に起動するかどうかをシステムに設定できません: {reason}。</translation>
    </message>
    <message>
        <source>The system lets the program start no more threads: {reason}.</source>
        <translation>システムがこれ以上スレッドを開始できません: {reason}。</translation>
    </message>
    <message>
        <source>The table could not answer this: {reason}</source>
        <translation>表から答えを得られませんでした：{reason}</translation>
    </message>
    <message>
        <source>The table has no file {file}, or several.</source>
        <translation>表にファイル {file} がないか、複数あります。</translation>
    </message>
    <message>
        <source>The table is damaged.</source>
        <translation>表が壊れています。</translation>
    </message>
    <message>
        <source>The table “{name}” is forgotten.</source>
        <translation>表「{name}」を削除しました。</translation>
    </message>
    <message>
        <source>The tables could not answer this question.</source>
        <translation>表からこの質問に回答できませんでした。</translation>
    </message>
    <message>
        <source>The template cannot be filled in: {reason}.</source>
        <translation>テンプレートに値を入れられません: {reason}。</translation>
    </message>
    <message>
        <source>The test question was deleted.</source>
        <translation>テスト質問を削除しました。</translation>
    </message>
    <message>
        <source>The text announces {said}, and {counted} follow.</source>
        <translation>本文では{said}個と述べていますが、続くのは{counted}個です。</translation>
    </message>
    <message>
        <source>The text is too long: {count} characters.</source>
        <translation>テキストが長すぎます（{count} 文字）。</translation>
    </message>
    <message>
        <source>The text of a large file was lost before it was stored.</source>
        <translation>大きいファイルのテキストが保存前に失われました。</translation>
    </message>
    <message>
        <source>The text of the file cannot be saved: {reason}.</source>
        <translation>ファイルのテキストを保存できません：{reason}。</translation>
    </message>
    <message>
        <source>The text that it had before was not kept.</source>
        <translation>以前のテキストは保存されていません。</translation>
    </message>
    <message>
        <source>The token cannot be stored: this system has no keychain, and the file for it cannot be written.</source>
        <translation>トークンを保存できません。このシステムにはキーチェーンがなく、保存用のファイルにも書き込めません。</translation>
    </message>
    <message>
        <source>The token of “{name}” cannot be deleted.</source>
        <translation>「{name}」のトークンを削除できません。</translation>
    </message>
    <message>
        <source>The window can&apos;t be started: {reason}.</source>
        <translation>ウィンドウを起動できません: {reason}。</translation>
    </message>
    <message>
        <source>The words you showed are gone</source>
        <translation>示した語句はもうありません</translation>
    </message>
    <message>
        <source>The {kind} for {owner} cannot be deleted.</source>
        <translation>{owner} の {kind} を削除できません。</translation>
    </message>
    <message>
        <source>The {n} files inside it are nested too deeply to be read.</source>
        <translation>中の {n} 個のファイルは入れ子が深すぎて読み取れません。</translation>
    </message>
    <message>
        <source>There are no dates to write.</source>
        <translation>書き込む日付はありません。</translation>
    </message>
    <message>
        <source>There are no such files in what was asked.</source>
        <translation>対象の中にそのようなファイルはありません。</translation>
    </message>
    <message>
        <source>There are no test questions yet.</source>
        <translation>テスト質問はまだありません。</translation>
    </message>
    <message>
        <source>There are no words to show.</source>
        <translation>語句がありません。</translation>
    </message>
    <message>
        <source>There are others: {names}. Give a folder to get a copy of each.</source>
        <translation>ほかにもあります: {names}。フォルダーを指定すると、それぞれのコピーを作ります。</translation>
    </message>
    <message>
        <source>There are two connections named “{name}”.</source>
        <translation>「{name}」という接続が 2 つあります。</translation>
    </message>
    <message>
        <source>There are {count} clients already.</source>
        <translation>プログラムは、すでに {count} 個あります。</translation>
    </message>
    <message>
        <source>There is a client “{name}” already.</source>
        <translation>「{name}」というプログラムがすでにあります。</translation>
    </message>
    <message>
        <source>There is already a file at {file}.</source>
        <translation>{file} にはすでにファイルがあります。</translation>
    </message>
    <message>
        <source>There is already a library called “{name}”.</source>
        <translation>「{name}」というライブラリはすでにあります。</translation>
    </message>
    <message>
        <source>There is no answer to this question.</source>
        <translation>この質問への回答はありません。</translation>
    </message>
    <message>
        <source>There is no client “{name}”.</source>
        <translation>「{name}」というプログラムはありません。</translation>
    </message>
    <message>
        <source>There is no connection named “{name}”.</source>
        <translation>「{name}」という接続はありません。</translation>
    </message>
    <message>
        <source>There is no conversation {conversation} about “{name}”.</source>
        <translation>「{name}」についての会話 {conversation} はありません。</translation>
    </message>
    <message>
        <source>There is no conversation “{name}”.</source>
        <translation>会話「{name}」はありません。</translation>
    </message>
    <message>
        <source>There is no display for the window.</source>
        <translation>ウィンドウを表示する画面がありません。</translation>
    </message>
    <message>
        <source>There is no embedding model “{embed_model}”.</source>
        <translation>埋め込みモデル「{embed_model}」はありません。</translation>
    </message>
    <message>
        <source>There is no file at {source}.</source>
        <translation>{source} にファイルがありません。</translation>
    </message>
    <message>
        <source>There is no file or folder at {path}.</source>
        <translation>{path} にファイルもフォルダーもありません。</translation>
    </message>
    <message>
        <source>There is no file to check the text against.</source>
        <translation>テキストと照らし合わせるファイルがありません。</translation>
    </message>
    <message>
        <source>There is no file {path}.</source>
        <translation>ファイル {path} がありません。</translation>
    </message>
    <message>
        <source>There is no known service named “{name}”.</source>
        <translation>「{name}」というサービスは未知です。</translation>
    </message>
    <message>
        <source>There is no language model at {address}.</source>
        <translation>{address} に言語モデルがありません。</translation>
    </message>
    <message>
        <source>There is no library at {path}.</source>
        <translation>{path} にライブラリがありません。</translation>
    </message>
    <message>
        <source>There is no library called “{name}”.</source>
        <translation>「{name}」というライブラリはありません。</translation>
    </message>
    <message>
        <source>There is no model file {path}.</source>
        <translation>モデルファイル {path} がありません。</translation>
    </message>
    <message>
        <source>There is no model named “{name}” to download.</source>
        <translation>「{name}」というダウンロードできるモデルはありません。</translation>
    </message>
    <message>
        <source>There is no model “{model_name}” on this computer, and none is downloaded.</source>
        <translation>このコンピューターにモデル「{model_name}」はなく、ダウンロードもしません。</translation>
    </message>
    <message>
        <source>There is no retriever at {folder}.</source>
        <translation>{folder} にリトリーバーはありません。</translation>
    </message>
    <message>
        <source>There is no server named {place}.</source>
        <translation>{place} というサーバーはありません。</translation>
    </message>
    <message>
        <source>There is no server whose models could be managed.</source>
        <translation>モデルを管理できるサーバーがありません。</translation>
    </message>
    <message>
        <source>There is no setting named {name}.</source>
        <translation>{name} という設定はありません。</translation>
    </message>
    <message>
        <source>There is no source named “{wanted}”; “{name}” was asked.</source>
        <translation>「{wanted}」という出典はないため、「{name}」に質問しました。</translation>
    </message>
    <message>
        <source>There is no table “{name}”.</source>
        <translation>表「{name}」はありません。</translation>
    </message>
    <message>
        <source>There is no text at this place of “{file}”.</source>
        <translation>「{file}」のこの箇所にはテキストがありません。</translation>
    </message>
    <message>
        <source>There is no text to check.</source>
        <translation>確認するテキストがありません。</translation>
    </message>
    <message>
        <source>There is no {kind} for {owner}.</source>
        <translation>{owner} の {kind} はありません。</translation>
    </message>
    <message>
        <source>There is no “{reference}” in this text.</source>
        <translation>「{reference}」はこの文章にありません。</translation>
    </message>
    <message>
        <source>There is not one contradiction with the key “{key}”.</source>
        <translation>キー「{key}」に当てはまる矛盾が 1 つに決まりません。</translation>
    </message>
    <message>
        <source>There is nothing here that rests on files.</source>
        <translation>ここにはファイルに基づくものがありません。</translation>
    </message>
    <message>
        <source>There is nothing here to prove.</source>
        <translation>証明する内容がありません。</translation>
    </message>
    <message>
        <source>There is nothing new to tell.</source>
        <translation>新しくお知らせすることはありません。</translation>
    </message>
    <message>
        <source>There is nothing to change in {path}.</source>
        <translation>{path}に変更するものはありません。</translation>
    </message>
    <message>
        <source>There is nothing to delete.</source>
        <translation>削除するものはありません。</translation>
    </message>
    <message>
        <source>There is nothing to look for.</source>
        <translation>検索するものがありません。</translation>
    </message>
    <message>
        <source>These are quotations from your files instead.</source>
        <translation>代わりにファイルからの引用を示します。</translation>
    </message>
    <message>
        <source>These are: {names}.</source>
        <translation>該当ファイル：{names}。</translation>
    </message>
    <message>
        <source>These chapters are damaged, and some of their text is missing: {names}.</source>
        <translation>次の章は破損しており、本文の一部が欠けています：{names}。</translation>
    </message>
    <message>
        <source>These chapters are missing in the file: {names}.</source>
        <translation>次の章がファイルにありません：{names}。</translation>
    </message>
    <message>
        <source>These files do not say clearly what they come to or when: {names}.</source>
        <translation>金額または日付がはっきりしないファイル：{names}。</translation>
    </message>
    <message>
        <source>These passages come closest, but no single sentence in them answers the question.</source>
        <translation>最も近い箇所ですが、質問に答える文はありません。</translation>
    </message>
    <message>
        <source>These passages of your files come closest.</source>
        <translation>ファイルの中で最も近い箇所です。</translation>
    </message>
    <message>
        <source>These state no day on which they end: {names}.</source>
        <translation>終了日が書かれていないファイル：{names}。</translation>
    </message>
    <message>
        <source>These were the model’s thoughts. The answer follows.</source>
        <translation>ここまではモデルの思考でした。回答が続きます。</translation>
    </message>
    <message>
        <source>These words could not be found on the page.</source>
        <translation>この言葉はページ上で見つかりませんでした。</translation>
    </message>
    <message>
        <source>These words stand in no passage of “{file}” in this library.</source>
        <translation>このライブラリの「{file}」のどの箇所にも、これらの語句はありません。</translation>
    </message>
    <message>
        <source>These words stand there in several places.</source>
        <translation>これらの語句は複数の箇所にあります。</translation>
    </message>
    <message>
        <source>These {count} dates will be written to {target}. Continue?</source>
        <translation>これら {count} 件の日付を {target} に書き込みます。続行しますか？</translation>
    </message>
    <message>
        <source>They are in different currencies: {currencies}.</source>
        <translation>通貨が異なります：{currencies}。</translation>
    </message>
    <message>
        <source>This comes from the list of files, not from their text.</source>
        <translation>これはファイルの一覧に基づくもので、本文によるものではありません。</translation>
    </message>
    <message>
        <source>This conversation was deleted.</source>
        <translation>この会話は削除されました。</translation>
    </message>
    <message>
        <source>This data folder was named when the program started, so it cannot be moved here.</source>
        <translation>このデータフォルダーは起動時に指定されたため、ここからは移動できません。</translation>
    </message>
    <message>
        <source>This docstore has no storage of its own.</source>
        <translation>このドキュメントストアには独自の保存先がありません。</translation>
    </message>
    <message>
        <source>This evidence pack is not whole.</source>
        <translation>この証拠パックは完全ではありません。</translation>
    </message>
    <message>
        <source>This follows from the source: {computation}.</source>
        <translation>出典から計算できます：{computation}。</translation>
    </message>
    <message>
        <source>This is the beginning. Open the source to read on.</source>
        <translation>これは冒頭部分です。続きを読むには出典を開いてください。</translation>
    </message>
    <message>
        <source>This is too much for an evidence pack.</source>
        <translation>証拠パックには多すぎます。</translation>
    </message>
    <message>
        <source>This isn&apos;t a Zotero database.</source>
        <translation>これは Zotero のデータベースではありません。</translation>
    </message>
    <message>
        <source>This isn&apos;t a link to a place in a library.</source>
        <translation>これはライブラリ内の箇所へのリンクではありません。</translation>
    </message>
    <message>
        <source>This isn&apos;t a text file.</source>
        <translation>テキストファイルではありません。</translation>
    </message>
    <message>
        <source>This isn&apos;t a valid Outlook message.</source>
        <translation>正しい Outlook のメッセージではありません。</translation>
    </message>
    <message>
        <source>This isn&apos;t a valid mail message.</source>
        <translation>正しいメールではありません。</translation>
    </message>
    <message>
        <source>This library already uses the search model “{shown}”.</source>
        <translation>このライブラリはすでに検索モデル「{shown}」を使っています。</translation>
    </message>
    <message>
        <source>This library has no files yet.</source>
        <translation>このライブラリにはまだファイルがありません。</translation>
    </message>
    <message>
        <source>This library has no tables to query.</source>
        <translation>このライブラリに調べられる表がありません。</translation>
    </message>
    <message>
        <source>This library has no tables.</source>
        <translation>このライブラリに表がありません。</translation>
    </message>
    <message>
        <source>This library is searched with another model (“{model}”).</source>
        <translation>このライブラリは別のモデル（「{model}」）で検索されます。</translation>
    </message>
    <message>
        <source>This library uses the search model “{model}”, and no server for it is set up here.</source>
        <translation>このライブラリは検索モデル「{model}」を使用しますが、そのサーバーがここでは設定されていません。</translation>
    </message>
    <message>
        <source>This library was created with the search model “{model}”, which is no longer available.</source>
        <translation>このライブラリは検索モデル「{model}」で作成されましたが、使えなくなっています。</translation>
    </message>
    <message>
        <source>This model cannot see “{names}”, and no text was recognised there.</source>
        <translation>このモデルは「{names}」を見ることができず、文字も認識されませんでした。</translation>
    </message>
    <message>
        <source>This model cannot see “{names}”. Only the text recognised there was used.</source>
        <translation>このモデルは「{names}」を見ることができません。認識された文字だけが使われました。</translation>
    </message>
    <message>
        <source>This model has a layer after its tokens that the ONNX file lacks.</source>
        <translation>このモデルには、トークンの後の層のうち ONNX ファイルにないものがあります。</translation>
    </message>
    <message>
        <source>This model joins the vectors of its tokens in a way that is not known here.</source>
        <translation>このモデルは未知の方法でトークンのベクトルをまとめます。</translation>
    </message>
    <message>
        <source>This model needs an API key.</source>
        <translation>このモデルには API キーが必要です。</translation>
    </message>
    <message>
        <source>This name is too long for a file name.</source>
        <translation>この名前はファイル名には長すぎます。</translation>
    </message>
    <message>
        <source>This pack is not signed. It reveals damage and careless changes, but not who made it.</source>
        <translation>このパックには署名がありません。破損や不注意な変更はわかりますが、作成者はわかりません。</translation>
    </message>
    <message>
        <source>This server decides by itself which models are in memory.</source>
        <translation>どのモデルをメモリに置くかは、このサーバーが決めます。</translation>
    </message>
    <message>
        <source>This source is not among the files.</source>
        <translation>この出典はファイルの中にありません。</translation>
    </message>
    <message>
        <source>This version of Zotero stores its data differently: {tables} can&apos;t be read.</source>
        <translation>このバージョンの Zotero はデータの保存方法が異なります。{tables} を読み取れません。</translation>
    </message>
    <message>
        <source>This version reads files better, so it reads the {files} files of this library once more, which takes about {minutes} min. Meanwhile you can search, ask and pause. That needs up to {size} MB of disk space.</source>
        <translation>このバージョンはファイルをより正確に読み取れるため、このライブラリの {files} 個のファイルをもう一度読み取ります。約 {minutes} 分かかります。その間も検索、質問、一時停止ができます。最大 {size} MB のディスク容量が必要です。</translation>
    </message>
    <message>
        <source>This version reads files better, so it reads the {files} files of this library once more. Meanwhile you can search, ask and pause. That needs up to {size} MB of disk space.</source>
        <translation>このバージョンはファイルをより正確に読み取れるため、このライブラリの {files} 個のファイルをもう一度読み取ります。その間も検索、質問、一時停止ができます。最大 {size} MB のディスク容量が必要です。</translation>
    </message>
    <message>
        <source>To check it with Desktop RAG: desktop-rag verify FILE</source>
        <translation>Desktop RAG で検証するには：desktop-rag verify FILE</translation>
    </message>
    <message>
        <source>To check it without: python {script} FILE. The script comes with the program and its source code, and needs nothing but Python.</source>
        <translation>Desktop RAG なしで検証するには：python {script} FILE。このスクリプトはプログラムとソースコードに付属し、Python だけで動きます。</translation>
    </message>
    <message>
        <source>To keep them from now on: {command}</source>
        <translation>これから保存するには：{command}</translation>
    </message>
    <message>
        <source>To look in all {count} documents: {command}</source>
        <translation>{count}件の文書すべてを調べるには：{command}</translation>
    </message>
    <message>
        <source>To start a new one, leave out --conversation.</source>
        <translation>新しく始めるには --conversation を付けないでください。</translation>
    </message>
    <message>
        <source>Together: {amount}, from {count} files. Each amount is quoted below.</source>
        <translation>合計：{amount}（{count} 個のファイル）。各金額は下に引用します。</translation>
    </message>
    <message>
        <source>Together: {amount}, from {count} rows of “{file}”. Each row is quoted below.</source>
        <translation>合計：{amount}（「{file}」の {count} 行）。各行は下に引用します。</translation>
    </message>
    <message>
        <source>Token budget exceeded: {used} tokens were used, {budget} are allowed.</source>
        <translation>トークンの上限を超えました: {used} トークンを使いました (上限 {budget})。</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>開いているファイルが多すぎます</translation>
    </message>
    <message>
        <source>Took over the settings of {file}.</source>
        <translation>{file} の設定を取り込みました。</translation>
    </message>
    <message>
        <source>Try a larger model.</source>
        <translation>より大きなモデルを試してください。</translation>
    </message>
    <message>
        <source>Try again in a minute. If a drive does not answer, disconnect it first.</source>
        <translation>1 分後にもう一度お試しください。ドライブが応答しない場合は、先に取り外してください。</translation>
    </message>
    <message>
        <source>Try again in a moment, or restart the server.</source>
        <translation>少し待ってからやり直すか、サーバーを再起動してください。</translation>
    </message>
    <message>
        <source>Try again in a moment. If the problem persists, restart the server.</source>
        <translation>少し待ってもう一度お試しください。続く場合はサーバーを再起動してください。</translation>
    </message>
    <message>
        <source>Try again later, or choose another model.</source>
        <translation>後でもう一度試すか、別のモデルを選んでください。</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation>後でもう一度お試しください。</translation>
    </message>
    <message>
        <source>Try again what you did last. The program&apos;s log has the details.</source>
        <translation>直前の操作をもう一度お試しください。詳細はプログラムのログにあります。</translation>
    </message>
    <message>
        <source>Try again, choose a smaller model, or raise “Time limit” in the settings.</source>
        <translation>もう一度試すか、より小さいモデルを選ぶか、「設定」の「制限時間」を上げてください。</translation>
    </message>
    <message>
        <source>Try again, or choose a larger model in the settings.</source>
        <translation>もう一度試すか、「設定」でより大きいモデルを選んでください。</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>もう一度お試しください。</translation>
    </message>
    <message>
        <source>Turn off “Work offline” in the menu, or run “desktop-rag network online” and leave out --offline.</source>
        <translation>メニューの「オフラインで作業」をオフにするか、「desktop-rag network online」を実行し、--offline を付けないでください。</translation>
    </message>
    <message>
        <source>Two columns have the same name.</source>
        <translation>同じ名前の列が2つあります。</translation>
    </message>
    <message>
        <source>Two questions in {path} have the same “id”.</source>
        <translation>{path} に同じ「id」の質問が 2 つあります。</translation>
    </message>
    <message>
        <source>Type a word, a name, a number or a date.</source>
        <translation>語、名前、数、または日付を入力してください。</translation>
    </message>
    <message>
        <source>Type it again: one of its characters is incomplete.</source>
        <translation>不完全な文字があります。入力し直してください。</translation>
    </message>
    <message>
        <source>Type its value again under “HTTP headers” in the settings.</source>
        <translation>「設定」の「HTTP ヘッダー」で値を入力し直してください。</translation>
    </message>
    <message>
        <source>Type what the passages are to be about.</source>
        <translation>どのような内容の抜粋を探すか入力してください。</translation>
    </message>
    <message>
        <source>Underlined words have no support in the documents.</source>
        <translation>下線の語は文書に根拠がありません。</translation>
    </message>
    <message>
        <source>Unlock the keychain and try again.</source>
        <translation>キーチェーンのロックを解除して、もう一度お試しください。</translation>
    </message>
    <message>
        <source>Unpack it and add the folder.</source>
        <translation>展開してフォルダーを追加してください。</translation>
    </message>
    <message>
        <source>Unpack it with 7-Zip and add the folder.</source>
        <translation>7-Zip で展開してフォルダーを追加してください。</translation>
    </message>
    <message>
        <source>Update it, or remove it in Settings.</source>
        <translation>更新するか、「設定」で取り除いてください。</translation>
    </message>
    <message>
        <source>Update the plug-in, or remove it in Settings.</source>
        <translation>プラグインを更新するか、「設定」で取り除いてください。</translation>
    </message>
    <message>
        <source>Update the program to open it.</source>
        <translation>開くにはプログラムを更新してください。</translation>
    </message>
    <message>
        <source>Use fewer passages per answer, start a new conversation, or choose a model with a larger context window.</source>
        <translation>回答ごとの箇所を減らすか、新しい会話を始めるか、コンテキストウィンドウの大きいモデルを選んでください。</translation>
    </message>
    <message>
        <source>Use one of: {names}.</source>
        <translation>次のどれかを使ってください：{names}。</translation>
    </message>
    <message>
        <source>Use one of: {names}; and, or.</source>
        <translation>次のどれかを使ってください：{names}、and、or。</translation>
    </message>
    <message>
        <source>Use the mode “default”, or as_retriever(mode=&quot;hybrid&quot;) to search by words as well.</source>
        <translation>モード「default」を使うか、語句でも検索するには as_retriever(mode=&quot;hybrid&quot;) を使ってください。</translation>
    </message>
    <message>
        <source>Use what to_dict of a reader returned.</source>
        <translation>リーダーの to_dict が返したものを使ってください。</translation>
    </message>
    <message>
        <source>Use “desktop-rag open --print” to read the place here.</source>
        <translation>「desktop-rag open --print」を使うと、その箇所をここで読めます。</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>値</translation>
    </message>
    <message>
        <source>Values by {model}, {tokens} tokens.</source>
        <translation>値の作成: {model}、{tokens}トークン。</translation>
    </message>
    <message>
        <source>Values by {model}.</source>
        <translation>値は {model} によるものです。</translation>
    </message>
    <message>
        <source>Visio drawings and Publisher documents are not read.</source>
        <translation>Visio の図面と Publisher の文書は読み取りません。</translation>
    </message>
    <message>
        <source>Wait a moment and try again.</source>
        <translation>少し待ってもう一度お試しください。</translation>
    </message>
    <message>
        <source>Wait until nothing is read or asked in it, close other programs that use it, and try again.</source>
        <translation>読み取りや質問が終わるのを待ち、使用中のほかのプログラムを閉じて、もう一度お試しください。</translation>
    </message>
    <message>
        <source>Wait until that is done.</source>
        <translation>完了するまでお待ちください。</translation>
    </message>
    <message>
        <source>Wait {days} days and try again.</source>
        <translation>{days} 日待ってから、もう一度お試しください。</translation>
    </message>
    <message>
        <source>Wait {hours} hours and try again.</source>
        <translation>{hours} 時間待ってから、もう一度お試しください。</translation>
    </message>
    <message>
        <source>Wait {minutes} minutes and try again.</source>
        <translation>{minutes} 分待ってから、もう一度お試しください。</translation>
    </message>
    <message>
        <source>Wait {seconds} seconds and try again.</source>
        <translation>{seconds} 秒待ってもう一度お試しください。</translation>
    </message>
    <message>
        <source>Watching the folders of {libraries}. Press Ctrl+C to stop.</source>
        <translation>{libraries} のフォルダーを監視しています。Ctrl+C で終わります。</translation>
    </message>
    <message>
        <source>What a PDF shows cannot be compared with its proof. Go by the sentences listed here.</source>
        <translation>PDF の表示内容は証拠と比較できません。ここに並ぶ文に従ってください。</translation>
    </message>
    <message>
        <source>What changed meanwhile is found. The program&apos;s log has the details.</source>
        <translation>その間の変更も反映されます。詳細はプログラムのログにあります。</translation>
    </message>
    <message>
        <source>What could not be checked</source>
        <translation>確認できなかったもの</translation>
    </message>
    <message>
        <source>What does “{file}” say about …?</source>
        <translation>「{file}」には…について何が書かれていますか？</translation>
    </message>
    <message>
        <source>What happened before {day} is not known.</source>
        <translation>{day}より前のことはわかりません。</translation>
    </message>
    <message>
        <source>What is stored as the signing key is not a key.</source>
        <translation>署名鍵として保存されているものは鍵ではありません。</translation>
    </message>
    <message>
        <source>What was downloaded is not the file of {title} that was checked, so it was deleted.</source>
        <translation>ダウンロードしたものは確認済みの {title} のファイルではないため、削除しました。</translation>
    </message>
    <message>
        <source>When</source>
        <translation>日時</translation>
    </message>
    <message>
        <source>Where are my files stored?</source>
        <translation>ファイルはどこに保存されますか？</translation>
    </message>
    <message>
        <source>Where does the fox jump?</source>
        <translation>キツネはどこに跳びますか？</translation>
    </message>
    <message>
        <source>Whoever made this PDF does not allow comments in it.</source>
        <translation>この PDF の作成者は、コメントの追加を許可していません。</translation>
    </message>
    <message>
        <source>Windows help files are not read.</source>
        <translation>Windows のヘルプファイルは読み取りません。</translation>
    </message>
    <message>
        <source>Without a date of their own, or with two readings:</source>
        <translation>日付が定まらないもの、または二通りに読めるもの：</translation>
    </message>
    <message>
        <source>Without a date: {names}.</source>
        <translation>日付のないファイル：{names}。</translation>
    </message>
    <message>
        <source>Without a day of their own, as they depend on something: {count}.</source>
        <translation>ほかの事柄に左右され、日付が決まっていないもの：{count}件。</translation>
    </message>
    <message>
        <source>Without a language model a table is asked in SQL.</source>
        <translation>言語モデルがない場合、表への質問は SQL で行います。</translation>
    </message>
    <message>
        <source>Without a model: about {minutes} min.</source>
        <translation>モデルなし: 約{minutes}分。</translation>
    </message>
    <message>
        <source>Without a model: every value is quoted from the sentence that answers best.</source>
        <translation>モデルなし: どの値も、最もよく答えている文から引用しています。</translation>
    </message>
    <message>
        <source>Without: {names}.</source>
        <translation>含まないファイル：{names}。</translation>
    </message>
    <message>
        <source>WordPerfect and Works documents are not read.</source>
        <translation>WordPerfect と Works の文書は読み取りません。</translation>
    </message>
    <message>
        <source>Words can&apos;t be excluded when every mention is counted.</source>
        <translation>すべての出現箇所を数えるときは、語を除外できません。</translation>
    </message>
    <message>
        <source>Words spelt alike</source>
        <translation>表記の似た語</translation>
    </message>
    <message>
        <source>Words: complete.</source>
        <translation>語句：完全。</translation>
    </message>
    <message>
        <source>Words: complete. Case and accents don&apos;t count, nor do hyphens, words cut at the end of a line, and what groups the figures of numbers.</source>
        <translation>語句：完全。大文字と小文字、アクセント、ハイフン、行末での分割、数の桁区切りは区別しません。</translation>
    </message>
    <message>
        <source>Words: complete. Only as written: case, accents, hyphens, forms of numbers and dates.</source>
        <translation>語句：完全。大文字と小文字、アクセント、ハイフン、数と日付の形が一致するものだけ。</translation>
    </message>
    <message>
        <source>Workbooks of Excel 4 and older are not read.</source>
        <translation>Excel 4 以前のブックは読み取りません。</translation>
    </message>
    <message>
        <source>Working offline: only programs on this computer are contacted.</source>
        <translation>オフラインで作業中：このコンピューターのプログラムだけに接続します。</translation>
    </message>
    <message>
        <source>Worse than before by more than half a point: {names}.</source>
        <translation>前より 0.5 ポイントを超えて悪化：{names}。</translation>
    </message>
    <message>
        <source>Write KEY=VALUE with one of: {known}.</source>
        <translation>KEY=VALUE の形で、次のどれかを使ってください：{known}。</translation>
    </message>
    <message>
        <source>Write each as Name: value, on a line of its own.</source>
        <translation>1 行に 1 つ「名前: 値」の形で書いてください。</translation>
    </message>
    <message>
        <source>Write each line as {&quot;id&quot;: 1, &quot;query&quot;: &quot;notice period&quot;}.</source>
        <translation>各行を {&quot;id&quot;: 1, &quot;query&quot;: &quot;notice period&quot;} のように書いてください。</translation>
    </message>
    <message>
        <source>Write it in quotation marks.</source>
        <translation>引用符で囲んでください。</translation>
    </message>
    <message>
        <source>Write it like file_name=report.pdf, page_number&lt;=10, author~smith or year in 2023,2024.</source>
        <translation>file_name=report.pdf、page_number&lt;=10、author~smith、year in 2023,2024 のように書いてください。</translation>
    </message>
    <message>
        <source>Write its settings as name=value: {names}.</source>
        <translation>設定を name=value の形で書いてください：{names}。</translation>
    </message>
    <message>
        <source>Write local:FOLDER with the folder of a model, or make one, as in OpenAIEmbedding(&apos;text-embedding-3-small&apos;).</source>
        <translation>モデルのフォルダーを local:フォルダー と書くか、OpenAIEmbedding(&apos;text-embedding-3-small&apos;) のように作ってください。</translation>
    </message>
    <message>
        <source>Write name=value.</source>
        <translation>name=value と書いてください。</translation>
    </message>
    <message>
        <source>Write one of {kinds}, a slash and its name.</source>
        <translation>{kinds} のどれか、スラッシュ、名前の順に書いてください。</translation>
    </message>
    <message>
        <source>Write one there first with persist, or choose another folder.</source>
        <translation>先に persist でそこに保存するか、別のフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>Write one with --save.</source>
        <translation>--save で作成してください。</translation>
    </message>
    <message>
        <source>Write the address as http://{place}.</source>
        <translation>アドレスを http://{place} と書いてください。</translation>
    </message>
    <message>
        <source>Write the address as https://{place}.</source>
        <translation>アドレスを https://{place} と書いてください。</translation>
    </message>
    <message>
        <source>Write the path of a file on each line.</source>
        <translation>1 行に 1 つずつファイルのパスを書いてください。</translation>
    </message>
    <message>
        <source>Write this to {path}?</source>
        <translation>この内容を{path}に書き込みますか？</translation>
    </message>
    <message>
        <source>Write {name} {setting}=….</source>
        <translation>{name} {setting}=… と書いてください。</translation>
    </message>
    <message>
        <source>Written: {spellings}</source>
        <translation>表記：{spellings}</translation>
    </message>
    <message>
        <source>Wrote the settings to {file}, without keys and passwords.</source>
        <translation>キーとパスワードを除く設定を {file} に書き出しました。</translation>
    </message>
    <message>
        <source>Wrote {files} to {target}.</source>
        <translation>{files} を {target} に書き出しました。</translation>
    </message>
    <message>
        <source>Wrote {target}.</source>
        <translation>{target} に書き出しました。</translation>
    </message>
    <message>
        <source>You can already search “{name}” by {kind}: {passages}.</source>
        <translation>「{name}」はすでに {kind} で検索できます：{passages}。</translation>
    </message>
    <message>
        <source>You can now search “{name}” by {kind}: {passages}.</source>
        <translation>「{name}」を {kind} で検索できるようになりました：{passages}。</translation>
    </message>
    <message>
        <source>Your files don&apos;t seem to answer this question.</source>
        <translation>ファイルにこの質問の答えは見当たりません。</translation>
    </message>
    <message>
        <source>Your files don&apos;t seem to answer this question. These passages come closest.</source>
        <translation>ファイルにこの質問の答えは見当たりません。最も近い箇所を示します。</translation>
    </message>
    <message>
        <source>Your files support less than half of this answer. Check it before you rely on it.</source>
        <translation>この回答のうち、ファイルに根拠があるのは半分未満です。使う前に確認してください。</translation>
    </message>
    <message>
        <source>Your rules leave it out.</source>
        <translation>規則により対象外です。</translation>
    </message>
    <message>
        <source>Your settings are kept: the program that is running still had them.</source>
        <translation>設定は保持されています。実行中のプログラムが設定を保持していました。</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数値</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>conversation</source>
        <translation>会話</translation>
    </message>
    <message>
        <source>conversations file</source>
        <translation>会話のファイル</translation>
    </message>
    <message>
        <source>could not be looked at</source>
        <translation>確認できません</translation>
    </message>
    <message>
        <source>could not be read</source>
        <translation>読み取れません</translation>
    </message>
    <message>
        <source>date</source>
        <translation>日付</translation>
    </message>
    <message>
        <source>disagrees</source>
        <translation>文書内で矛盾</translation>
    </message>
    <message>
        <source>dismissed</source>
        <translation>対象外</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>figure</source>
        <translation>数値</translation>
    </message>
    <message>
        <source>file changed, still says so</source>
        <translation>ファイル変更あり、記述は同じ</translation>
    </message>
    <message>
        <source>file gone</source>
        <translation>ファイルなし</translation>
    </message>
    <message>
        <source>found</source>
        <translation>検出</translation>
    </message>
    <message>
        <source>found by the model</source>
        <translation>モデルが検出</translation>
    </message>
    <message>
        <source>is read again</source>
        <translation>再読み取り中</translation>
    </message>
    <message>
        <source>is still being read</source>
        <translation>読み取り中</translation>
    </message>
    <message>
        <source>it is no text in UTF-8</source>
        <translation>UTF-8 のテキストではありません</translation>
    </message>
    <message>
        <source>library</source>
        <translation>ライブラリ</translation>
    </message>
    <message>
        <source>locked</source>
        <translation>ロック済み</translation>
    </message>
    <message>
        <source>macOS opens links only with an application in the Applications folder.</source>
        <translation>macOS がリンクを開くのは、アプリケーションフォルダーにあるアプリだけです。</translation>
    </message>
    <message>
        <source>n.d.</source>
        <translation>日付なし</translation>
    </message>
    <message>
        <source>negation</source>
        <translation>否定</translation>
    </message>
    <message>
        <source>no</source>
        <translation>いいえ</translation>
    </message>
    <message>
        <source>no longer supported</source>
        <translation>根拠がなくなりました</translation>
    </message>
    <message>
        <source>not asked</source>
        <translation>対象外の質問</translation>
    </message>
    <message>
        <source>not filled yet</source>
        <translation>未入力</translation>
    </message>
    <message>
        <source>not readable</source>
        <translation>読み取れません</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>記載なし</translation>
    </message>
    <message>
        <source>p. {page}</source>
        <translation>p. {page}</translation>
    </message>
    <message>
        <source>page</source>
        <translation>ページ</translation>
    </message>
    <message>
        <source>page {label}</source>
        <translation>{label} ページ</translation>
    </message>
    <message>
        <source>party</source>
        <translation>当事者</translation>
    </message>
    <message>
        <source>passage gone</source>
        <translation>箇所なし</translation>
    </message>
    <message>
        <source>quotation</source>
        <translation>引用</translation>
    </message>
    <message>
        <source>read</source>
        <translation>読み取り済み</translation>
    </message>
    <message>
        <source>read in part</source>
        <translation>一部を読み取り済み</translation>
    </message>
    <message>
        <source>rests on no file</source>
        <translation>基づくファイルなし</translation>
    </message>
    <message>
        <source>same</source>
        <translation>変更なし</translation>
    </message>
    <message>
        <source>says it is newer</source>
        <translation>新しいと明記</translation>
    </message>
    <message>
        <source>section “{heading}”</source>
        <translation>「{heading}」の節</translation>
    </message>
    <message>
        <source>set by hand</source>
        <translation>手動で設定</translation>
    </message>
    <message>
        <source>sheet {label}</source>
        <translation>シート {label}</translation>
    </message>
    <message>
        <source>slide {label}</source>
        <translation>スライド {label}</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状態</translation>
    </message>
    <message>
        <source>table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>text</source>
        <translation>テキスト</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true または false</translation>
    </message>
    <message>
        <source>with another version of a question</source>
        <translation>質問の別の版</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>はい</translation>
    </message>
    <message>
        <source>{before} and {after} compared</source>
        <translation>{before} と {after} の比較</translation>
    </message>
    <message>
        <source>{checkable} of {sentences} sentences can be checked; {contradicted} contradicted, {partly} partly supported, {nothing} with nothing found, {supported} supported.</source>
        <translation>{sentences} 文のうち {checkable} 文を確認できます。根拠と矛盾 {contradicted}、一部根拠あり {partly}、根拠なし {nothing}、根拠あり {supported}。</translation>
    </message>
    <message>
        <source>{column}: not filled in {count} of {all} documents: {names}</source>
        <translation>{column}：{all} 件中 {count} 件の文書で未記入：{names}</translation>
    </message>
    <message>
        <source>{column}: not stated in {count} of {all} documents: {names}</source>
        <translation>{column}：{all} 件中 {count} 件の文書に記載なし：{names}</translation>
    </message>
    <message>
        <source>{column}: without a value {count} ({state}).</source>
        <translation>{column}：値なし {count}件（{state}）。</translation>
    </message>
    <message>
        <source>{column}: {agreed} of {filled} agree with you ({low} to {high}).</source>
        <translation>{column}: {filled}件中{agreed}件があなたの値と一致します（{low}～{high}）。</translation>
    </message>
    <message>
        <source>{column}: {agreed} of {filled} agree with you. Five tell a rate.</source>
        <translation>{column}: {filled}件中{agreed}件があなたの値と一致します。5件から割合を示します。</translation>
    </message>
    <message>
        <source>{compared} of {files} documents compared.</source>
        <translation>{files} 件中 {compared} 件の文書を比べました。</translation>
    </message>
    <message>
        <source>{count} are still being read.</source>
        <translation>{count}個はまだ読み取り中です。</translation>
    </message>
    <message>
        <source>{count} contradictions; {newer} newer, {dismissed} dismissed.</source>
        <translation>矛盾 {count} 件、新しいもの {newer} 件、対象外 {dismissed} 件。</translation>
    </message>
    <message>
        <source>{count} could not be read.</source>
        <translation>{count}個は読み取れませんでした。</translation>
    </message>
    <message>
        <source>{count} dates were written to {target}.</source>
        <translation>{count} 件の日付を {target} に書き込みました。</translation>
    </message>
    <message>
        <source>{count} earlier messages did not fit into the model&apos;s window.</source>
        <translation>以前のメッセージ {count} 件はモデルのコンテキストに入りませんでした。</translation>
    </message>
    <message>
        <source>{count} earlier states of files, {size} MB</source>
        <translation>ファイルの以前の状態 {count}件、{size} MB</translation>
    </message>
    <message>
        <source>{count} mentions in {files} of {total} files.</source>
        <translation>{total} 個のファイルのうち {files} 個に {count} か所あります。</translation>
    </message>
    <message>
        <source>{count} of {read} files are bills or receipts, by their name or title.</source>
        <translation>{read} 個のファイル中 {count} 個のファイルが、名前または表題から請求書か領収書です。</translation>
    </message>
    <message>
        <source>{count} of {read} files count as “{noun}”, by their name or title.</source>
        <translation>{read} 個のファイル中 {count} 個のファイルを、名前または表題から「{noun}」とみなしました。</translation>
    </message>
    <message>
        <source>{count} passages are found by words only, because the model cannot read them ({names}).</source>
        <translation>{count} 件の箇所は、モデルが読めないため語句でだけ見つかります（{names}）。</translation>
    </message>
    <message>
        <source>{count} passages did not fit into the model&apos;s window.</source>
        <translation>{count} 件の箇所はモデルのコンテキストに入りませんでした。</translation>
    </message>
    <message>
        <source>{count} private values were kept from the model&apos;s server.</source>
        <translation>{count} 件の個人的な値は、モデルのサーバーに送られませんでした。</translation>
    </message>
    <message>
        <source>{count} sentences in {files} of {total} files.</source>
        <translation>{total} 個中 {files} 個のファイルに {count} 件の文。</translation>
    </message>
    <message>
        <source>{documents} documents, {cells} cells to fill, {known} known.</source>
        <translation>文書{documents}件、埋めるセル{cells}個、既知{known}個。</translation>
    </message>
    <message>
        <source>{documents} documents, {parts} parts to read; {known} are known already.</source>
        <translation>文書 {documents} 件、読み取る部分 {parts} 件（既知 {known} 件）。</translation>
    </message>
    <message>
        <source>{files} ({size} MB), {skipped} left out.</source>
        <translation>{files}（{size} MB）、{skipped} 件は対象外。</translation>
    </message>
    <message>
        <source>{count} files say something about this, and the question fits each of them. Name one to get its answer.</source>
        <translation>{count} 個のファイルに該当する記述があり、質問はどのファイルにも当てはまります。ファイルを指定すると、そのファイルの答えが得られます。</translation>
    </message>
    <message>
        <source>{count} of {files} files are found by their words only so far, not by meaning.</source>
        <translation>{files} 個のファイルのうち {count} 個は、今のところ語句でのみ検索され、意味では検索されません。</translation>
    </message>
    <message>
        <source>{count} of {files} files are not read yet.</source>
        <translation>{files} 個のファイルのうち {count} 個はまだ読み取られていません。</translation>
    </message>
    <message>
        <source>{count} of {files} files could not be read.</source>
        <translation>{files} 個のファイルのうち {count} 個は読み取れませんでした。</translation>
    </message>
    <message>
        <source>{count} of {files} files have changed and are not read again yet.</source>
        <translation>{files} 個のファイルのうち {count} 個は変更後にまだ読み直されていません。</translation>
    </message>
    <message>
        <source>{count} sentences were left out because no passage supports them.</source>
        <translation>根拠となる箇所がないため、{count} 文を省きました。</translation>
    </message>
    <message>
        <source>{path} cannot be created: {reason}.</source>
        <translation>{path} を作成できません：{reason}。</translation>
    </message>
    <message>
        <source>{folder} cannot be written.</source>
        <translation>{folder} に書き込めません。</translation>
    </message>
    <message>
        <source>{path} cannot be written: {reason}.</source>
        <translation>{path} に書き込めません：{reason}。</translation>
    </message>
    <message>
        <source>{files} ({states}), {passages}.</source>
        <translation>{files}（{states}）、{passages}。</translation>
    </message>
    <message>
        <source>{file} cannot be opened: it is not a file.</source>
        <translation>{file} を開けません：ファイルではありません。</translation>
    </message>
    <message>
        <source>{path} cannot be read: {reason}.</source>
        <translation>{path} を読み取れません：{reason}。</translation>
    </message>
    <message>
        <source>{file} cannot be replaced: {reason}.</source>
        <translation>{file} を置き換えられません：{reason}。</translation>
    </message>
    <message>
        <source>{file} does not hold settings.</source>
        <translation>{file} は設定のファイルではありません。</translation>
    </message>
    <message>
        <source>{file} exists already.</source>
        <translation>{file} はすでにあります。</translation>
    </message>
    <message>
        <source>{file} holds values that cannot be read.</source>
        <translation>{file} には読み取れない値が含まれています。</translation>
    </message>
    <message>
        <source>{file} holds what this program does not put into a library.</source>
        <translation>{file} には、このプログラムがライブラリに保存しない内容が含まれています。</translation>
    </message>
    <message>
        <source>{file} is damaged or not a library.</source>
        <translation>{file} は壊れているか、ライブラリではありません。</translation>
    </message>
    <message>
        <source>{file} takes too long to look at, or too much memory.</source>
        <translation>{file} の確認に時間またはメモリがかかりすぎます。</translation>
    </message>
    <message>
        <source>{folder} can&apos;t be reached. Its files stay searchable.</source>
        <translation>{folder} にアクセスできません。そのファイルは引き続き検索できます。</translation>
    </message>
    <message>
        <source>{folder} holds no complete data of this program.</source>
        <translation>{folder} にはこのプログラムの完全なデータがありません。</translation>
    </message>
    <message>
        <source>{host} does not send the file (code {status_code}).</source>
        <translation>{host} がファイルを送信しません（コード {status_code}）。</translation>
    </message>
    <message>
        <source>{count} conversations are called “{name}”.</source>
        <translation>「{name}」という会話が {count} 件あります。</translation>
    </message>
    <message>
        <source>A Word document holds a table of at most {rows} documents and {columns} columns.</source>
        <translation>Word 文書に入る表は、最大 {rows} 文書・{columns} 列です。</translation>
    </message>
    <message>
        <source>{model} can be reached, but it only thinks and gives no answer.</source>
        <translation>{model} に接続できますが、考えるだけで回答しません。</translation>
    </message>
    <message>
        <source>{model} can be reached, but it says nothing.</source>
        <translation>{model} に接続できますが、何も返しません。</translation>
    </message>
    <message>
        <source>{name} cannot be opened for writing.</source>
        <translation>{name} を書き込み用に開けません。</translation>
    </message>
    <message>
        <source>{name} cannot search in the mode “{mode}”.</source>
        <translation>{name} はモード「{mode}」で検索できません。</translation>
    </message>
    <message>
        <source>{name} could not be read or written.</source>
        <translation>{name} を読み書きできませんでした。</translation>
    </message>
    <message>
        <source>{name} does not write answers.</source>
        <translation>{name} は回答を書くモデルではありません。</translation>
    </message>
    <message>
        <source>{name} is damaged or not a {kind}.</source>
        <translation>{name} が壊れているか、種類（{kind}）が違います。</translation>
    </message>
    <message>
        <source>{name} is in memory.</source>
        <translation>{name} はメモリにあります。</translation>
    </message>
    <message>
        <source>{name} is in use by another program.</source>
        <translation>{name} は別のプログラムが使用中です。</translation>
    </message>
    <message>
        <source>{name} is no longer in memory.</source>
        <translation>{name} はメモリから降ろされました。</translation>
    </message>
    <message>
        <source>{name} is no picture.</source>
        <translation>{name} は画像ではありません。</translation>
    </message>
    <message>
        <source>{name} is not a model file.</source>
        <translation>{name} はモデルファイルではありません。</translation>
    </message>
    <message>
        <source>{name} was moved or deleted.</source>
        <translation>{name} は移動または削除されました。</translation>
    </message>
    <message>
        <source>{name}: The file cannot be read: {reason}.</source>
        <translation>{name}：ファイルを読み取れません：{reason}。</translation>
    </message>
    <message>
        <source>{name}: only the first {rows} rows are used.</source>
        <translation>{name}：最初の {rows} 行だけを使います。</translation>
    </message>
    <message>
        <source>{n} file in it is damaged.</source>
        <translation>中の {n} 個のファイルが壊れています。</translation>
    </message>
    <message>
        <source>{n} file in it is larger than {mb} MB.</source>
        <translation>中の {n} 個のファイルが {mb} MB を超えています。</translation>
    </message>
    <message>
        <source>{n} file in it is packed in a format this program does not know.</source>
        <translation>中の {n} 個のファイルは未知の形式で圧縮されています。</translation>
    </message>
    <message>
        <source>{n} file in it is protected by a password.</source>
        <translation>中の {n} 個のファイルはパスワードで保護されています。</translation>
    </message>
    <message>
        <source>{n} file in it was left out because there are too many.</source>
        <translation>数が多すぎるため、中の {n} 個のファイルを対象外にしました。</translation>
    </message>
    <message>
        <source>{n} files in it are damaged.</source>
        <translation>中の {n} 個のファイルが壊れています。</translation>
    </message>
    <message>
        <source>{n} files in it are larger than {mb} MB.</source>
        <translation>中の {n} 個のファイルが {mb} MB を超えています。</translation>
    </message>
    <message>
        <source>{n} files in it are packed in a format this program does not know.</source>
        <translation>中の {n} 個のファイルは未知の形式で圧縮されています。</translation>
    </message>
    <message>
        <source>{n} files in it are protected by a password.</source>
        <translation>中の {n} 個のファイルはパスワードで保護されています。</translation>
    </message>
    <message>
        <source>{n} files in it were left out because there are too many.</source>
        <translation>数が多すぎるため、中の {n} 個のファイルを対象外にしました。</translation>
    </message>
    <message>
        <source>{path} cannot be read as text.</source>
        <translation>{path} をテキストとして読み取れません。</translation>
    </message>
    <message>
        <source>{path} contains no questions.</source>
        <translation>{path} に質問がありません。</translation>
    </message>
    <message>
        <source>{path} could not be removed.</source>
        <translation>{path} を削除できませんでした。</translation>
    </message>
    <message>
        <source>{path} does not contain a JSON schema.</source>
        <translation>{path} に JSON スキーマがありません。</translation>
    </message>
    <message>
        <source>{path} holds no model in the ONNX format with a tokenizer.json.</source>
        <translation>{path} に tokenizer.json を伴う ONNX 形式のモデルがありません。</translation>
    </message>
    <message>
        <source>{path} is empty: what it held is lost.</source>
        <translation>{path} は空です。内容は失われました。</translation>
    </message>
    <message>
        <source>{path} is not JSON: {error}.</source>
        <translation>{path} は JSON ではありません：{error}。</translation>
    </message>
    <message>
        <source>{path} is not a file of saved scores.</source>
        <translation>{path} は保存されたスコアのファイルではありません。</translation>
    </message>
    <message>
        <source>{path} is not a {kind} of this program.</source>
        <translation>{path} はこのプログラムのファイル（{kind}）ではありません。</translation>
    </message>
    <message>
        <source>{path} is not in the library “{name}”.</source>
        <translation>{path} はライブラリ「{name}」にありません。</translation>
    </message>
    <message>
        <source>{path} is open in another program.</source>
        <translation>{path} は別のプログラムで開かれています。</translation>
    </message>
    <message>
        <source>{path} was made by a newer version of {program}.</source>
        <translation>{path} は新しいバージョンの {program} で作られています。</translation>
    </message>
    <message>
        <source>{place} cannot be made: {reason}.</source>
        <translation>{place} を作成できません：{reason}。</translation>
    </message>
    <message>
        <source>{place} cannot be reached.</source>
        <translation>{place} に接続できません。</translation>
    </message>
    <message>
        <source>{place} did not answer in time.</source>
        <translation>{place} が時間内に応答しませんでした。</translation>
    </message>
    <message>
        <source>{place} sent an unreadable reply ({name}).</source>
        <translation>{place} が読めない応答を返しました（{name}）。</translation>
    </message>
    <message>
        <source>{place} sent an unreadable reply.</source>
        <translation>{place} から読み取れない応答がありました。</translation>
    </message>
    <message>
        <source>{place} sent far more than it was asked for, so it was cut off.</source>
        <translation>{place} が求めたよりはるかに多くのデータを送ってきたため、受信を打ち切りました。</translation>
    </message>
    <message>
        <source>{server} has a problem.</source>
        <translation>{server} に問題があります。</translation>
    </message>
    <message>
        <source>{server} is getting too many requests right now.</source>
        <translation>{server} へのリクエストが多すぎます。</translation>
    </message>
    <message>
        <source>{server} rejected the request (code {status}).</source>
        <translation>{server} がリクエストを拒否しました（コード {status}）。</translation>
    </message>
    <message>
        <source>{shown_name}: It is not used because there are too many other tables.</source>
        <translation>{shown_name}：ほかの表が多すぎるため使いません。</translation>
    </message>
    <message>
        <source>{source} is in use by another window or command.</source>
        <translation>別のウィンドウまたはコマンドが {source} を使用しています。</translation>
    </message>
    <message>
        <source>{source} is not a library of this program.</source>
        <translation>{source} はこのプログラムのライブラリではありません。</translation>
    </message>
    <message>
        <source>{source} leaves it out.</source>
        <translation>{source} により対象外です。</translation>
    </message>
    <message>
        <source>{target} and the present data folder lie inside each other.</source>
        <translation>{target} と現在のデータフォルダーは、一方が他方の中にあります。</translation>
    </message>
    <message>
        <source>{target} cannot be deleted: {reason}.</source>
        <translation>{target} を削除できません：{reason}。</translation>
    </message>
    <message>
        <source>{target} is not an empty folder.</source>
        <translation>{target} は空のフォルダーではありません。</translation>
    </message>
    <message>
        <source>{title} is being downloaded by another program.</source>
        <translation>{title} は別のプログラムがダウンロード中です。</translation>
    </message>
    <message>
        <source>{title} was not downloaded by Desktop RAG.</source>
        <translation>{title} は Desktop RAG がダウンロードしたものではありません。</translation>
    </message>
    <message>
        <source>{url} was answered with the status {status}.</source>
        <translation>{url} への応答の状態は {status} でした。</translation>
    </message>
    <message>
        <source>{user} needs the package “{package}”, which is not installed.</source>
        <translation>{user} にはパッケージ「{package}」が必要ですが、インストールされていません。</translation>
    </message>
    <message>
        <source>{what} needs a language model.</source>
        <translation>{what} には言語モデルが必要です。</translation>
    </message>
    <message>
        <source>{year}, {month}</source>
        <translation>{year}年{month}</translation>
    </message>
    <message>
        <source>{year}, {month} {day}</source>
        <translation>{year}年{month}{day}日</translation>
    </message>
    <message>
        <source>“desktop-rag question list NAME” lists them.</source>
        <translation>「desktop-rag question list NAME」で一覧できます。</translation>
    </message>
    <message>
        <source>“embedding_recency” needs search by meaning.</source>
        <translation>「embedding_recency」には意味検索が必要です。</translation>
    </message>
    <message>
        <source>“rerank” needs the address of a reranker.</source>
        <translation>「rerank」にはリランカーのアドレスが必要です。</translation>
    </message>
    <message>
        <source>“{file}” has no such place. Its number of pages: {pages}.</source>
        <translation>「{file}」に該当する箇所はありません。ページ数：{pages}。</translation>
    </message>
    <message>
        <source>“{file}” says this, but it is about “{meant}”.</source>
        <translation>これは「{file}」の記述ですが、対象は「{meant}」です。</translation>
    </message>
    <message>
        <source>“{file}”: {reason}</source>
        <translation>「{file}」：{reason}</translation>
    </message>
    <message>
        <source>“{key}” doesn&apos;t name a plug-in.</source>
        <translation>「{key}」はプラグインの指定ではありません。</translation>
    </message>
    <message>
        <source>“{key}” fails: {said}.</source>
        <translation>「{key}」が失敗しました：{said}。</translation>
    </message>
    <message>
        <source>“{label}” cannot be {value}.</source>
        <translation>「{label}」を {value} にはできません。</translation>
    </message>
    <message>
        <source>“{line}” is not a condition.</source>
        <translation>「{line}」は条件ではありません。</translation>
    </message>
    <message>
        <source>“{line}” says nothing to compare with.</source>
        <translation>「{line}」に比べる値がありません。</translation>
    </message>
    <message>
        <source>“{name}” is now called “{title}”.</source>
        <translation>「{name}」の名前を「{title}」に変更しました。</translation>
    </message>
    <message>
        <source>“{name}” cannot be written: {reason}.</source>
        <translation>「{name}」に書き込めません：{reason}。</translation>
    </message>
    <message>
        <source>“{name}” has no setting “{word}”.</source>
        <translation>「{name}」に「{word}」という設定はありません。</translation>
    </message>
    <message>
        <source>“{name}” has no such test question.</source>
        <translation>「{name}」にそのようなテスト質問はありません。</translation>
    </message>
    <message>
        <source>“{name}” has no test questions.</source>
        <translation>「{name}」にテスト質問がありません。</translation>
    </message>
    <message>
        <source>“{name}” is now asked.</source>
        <translation>「{name}」に質問します。</translation>
    </message>
    <message>
        <source>“{name}” is still being worked on, and that could not be stopped yet.</source>
        <translation>「{name}」はまだ処理中で、停止できていません。</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a known postprocessor.</source>
        <translation>「{name}」は未知の後処理です。</translation>
    </message>
    <message>
        <source>“{name}” lists no folders that it may not read.</source>
        <translation>「{name}」には、読み取りが許可されていないフォルダはありません。</translation>
    </message>
    <message>
        <source>“{name}” may read these folders now. To read them: {command}</source>
        <translation>「{name}」はこれらのフォルダを読み取れるようになりました。読み取るには：{command}</translation>
    </message>
    <message>
        <source>“{name}” names no format to export to.</source>
        <translation>「{name}」から書き出しの形式がわかりません。</translation>
    </message>
    <message>
        <source>“{name}” needs a library.</source>
        <translation>「{name}」にはライブラリが必要です。</translation>
    </message>
    <message>
        <source>“{name}” needs the setting “{setting}”.</source>
        <translation>「{name}」には設定「{setting}」が必要です。</translation>
    </message>
    <message>
        <source>“{name}” watches nothing with the number {number}.</source>
        <translation>「{name}」で見守っているものに {number} 番はありません。</translation>
    </message>
    <message>
        <source>“{name}”: the problem is solved.</source>
        <translation>「{name}」：問題は解決しました。</translation>
    </message>
    <message>
        <source>“{name}”: there is news of what you watch. Run: desktop-rag pin check {name}</source>
        <translation>「{name}」: 見守っているものに新しい知らせがあります。次を実行してください: desktop-rag pin check {name}</translation>
    </message>
    <message>
        <source>“{newer}” changes or replaces “{older}”.</source>
        <translation>「{newer}」は「{older}」を変更または置き換える文書です。</translation>
    </message>
    <message>
        <source>“{shown}” is not an address.</source>
        <translation>「{shown}」はアドレスではありません。</translation>
    </message>
    <message>
        <source>“{suffix}” files are not text.</source>
        <translation>「{suffix}」ファイルはテキストではありません。</translation>
    </message>
    <message>
        <source>“{text}”</source>
        <translation>「{text}」</translation>
    </message>
    <message>
        <source>“{name} …” is not a header.</source>
        <translation>「{name} …」はヘッダーではありません。</translation>
    </message>
    <message>
        <source>“{value}” cannot be the {key} of “{name}”.</source>
        <translation>「{value}」は「{name}」の {key} にできません。</translation>
    </message>
    <message>
        <source>“{word}” is no setting of a plug-in.</source>
        <translation>「{word}」はプラグインの設定ではありません。</translation>
    </message>
</context>
<context>
    <name>ModePopup</name>
    <message>
        <source>Modes</source>
        <translation>モード</translation>
    </message>
</context>
<context>
    <name>ModelButton</name>
    <message>
        <source>Choose a model</source>
        <translation>モデルを選択</translation>
    </message>
    <message>
        <source>Model: {name}</source>
        <translation>モデル：{name}</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>モデルなし</translation>
    </message>
    <message>
        <source>The model that writes the answers</source>
        <translation>回答を書くモデル</translation>
    </message>
    <message>
        <source>{model} of {connection}</source>
        <translation>{model}（{connection}）</translation>
    </message>
</context>
<context>
    <name>ModelFilesDialog</name>
    <message>
        <source>A model file runs inside this program: no server is needed, and nothing leaves this computer. Larger models answer better and slower.</source>
        <translation>モデルファイルはこのプログラムの中で動きます。サーバーは不要で、このコンピューターの外には何も送られません。大きいモデルほど回答は良く、遅くなります。</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>ファイルを選択…</translation>
    </message>
    <message>
        <source>Choose a model file</source>
        <translation>モデルファイルを選択</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Delete {model}</source>
        <translation>{model} を削除</translation>
    </message>
    <message>
        <source>Model files</source>
        <translation>モデルファイル</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>モデル (*.gguf)</translation>
    </message>
    <message>
        <source>None yet.</source>
        <translation>まだありません。</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>このコンピューター</translation>
    </message>
    <message>
        <source>To download</source>
        <translation>ダウンロード可能</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Use {model}</source>
        <translation>{model} を使用</translation>
    </message>
    <message>
        <source>{size} GB</source>
        <translation>{size} GB</translation>
    </message>
</context>
<context>
    <name>ModelMenu</name>
    <message>
        <source>, frees {size} GB</source>
        <translation>（{size} GB 解放）</translation>
    </message>
    <message>
        <source>Download a model…</source>
        <translation>モデルを取得…</translation>
    </message>
    <message>
        <source>Looking for models…</source>
        <translation>モデルを探しています…</translation>
    </message>
    <message>
        <source>Model files…</source>
        <translation>モデルファイル…</translation>
    </message>
    <message>
        <source>Online service</source>
        <translation>オンラインサービス</translation>
    </message>
    <message>
        <source>Set up…</source>
        <translation>設定する…</translation>
    </message>
    <message>
        <source>This server has no models yet</source>
        <translation>このサーバーにはまだモデルがありません</translation>
    </message>
    <message>
        <source>Unload {model}{freed}</source>
        <translation>{model} をメモリから降ろす{freed}</translation>
    </message>
    <message>
        <source>Without a model (quotations)</source>
        <translation>モデルなし（引用）</translation>
    </message>
    <message>
        <source>{count} more in Set up…</source>
        <translation>「設定する」に他 {count} 件…</translation>
    </message>
    <message>
        <source>{model}  (in memory)</source>
        <translation>{model}（メモリ内）</translation>
    </message>
    <message>
        <source>{name} (found on this computer)</source>
        <translation>{name}（このコンピューターで検出）</translation>
    </message>
</context>
<context>
    <name>ModelPage</name>
    <message>
        <source>API key</source>
        <translation>API キー</translation>
    </message>
    <message>
        <source>Answers are word-for-word quotations from your files; nothing else is needed. For answers in full sentences, press Add: start a program such as Ollama or LM Studio on this computer, or choose an online service.</source>
        <translation>回答はファイルからの逐語的な引用で、ほかには何も必要ありません。文章での回答には「追加」を押し、このコンピューターで Ollama や LM Studio などを起動するか、オンラインサービスを選びます。</translation>
    </message>
    <message>
        <source>Find models</source>
        <translation>モデルを探す</translation>
    </message>
    <message>
        <source>Found on this computer</source>
        <translation>このコンピューターで検出</translation>
    </message>
    <message>
        <source>Get a key</source>
        <translation>キーを取得</translation>
    </message>
    <message>
        <source>Looking for models…</source>
        <translation>モデルを探しています…</translation>
    </message>
    <message>
        <source>Model files…</source>
        <translation>モデルファイル…</translation>
    </message>
    <message>
        <source>My server</source>
        <translation>マイサーバー</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Name of the connection</source>
        <translation>接続の名前</translation>
    </message>
    <message>
        <source>Not needed for programs on this computer</source>
        <translation>このコンピューターのプログラムには不要</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>保存済み</translation>
    </message>
    <message>
        <source>Testing the connection…</source>
        <translation>接続をテストしています…</translation>
    </message>
    <message>
        <source>The server responds but has no models yet.</source>
        <translation>サーバーは応答しますが、まだモデルがありません。</translation>
    </message>
    <message>
        <source>{models} found.</source>
        <translation>{models}が見つかりました。</translation>
    </message>
</context>
<context>
    <name>ModelProposal</name>
    <message>
        <source>Answers are quotations from your files. A model would answer in its own words.</source>
        <translation>回答はファイルからの引用です。モデルを使うと、文章で回答します。</translation>
    </message>
    <message>
        <source>Choose a model file…</source>
        <translation>モデルを選択…</translation>
    </message>
    <message>
        <source>Download a model with {server}…</source>
        <translation>{server} でモデルをダウンロード…</translation>
    </message>
    <message>
        <source>Download a model…</source>
        <translation>モデルを取得…</translation>
    </message>
    <message>
        <source>Online service…</source>
        <translation>オンラインサービス…</translation>
    </message>
    <message>
        <source>Other models</source>
        <translation>他のモデル</translation>
    </message>
    <message>
        <source>There are model files on this computer.</source>
        <translation>このコンピューターにモデルファイルがあります。</translation>
    </message>
    <message>
        <source>Use this model</source>
        <translation>このモデルを使用</translation>
    </message>
    <message>
        <source>Use {model} of {server}</source>
        <translation>{server} の {model} を使用</translation>
    </message>
    <message>
        <source>{server} is running on this computer, but has no model that answers yet.</source>
        <translation>このコンピューターで {server} が動いていますが、回答できるモデルがまだありません。</translation>
    </message>
    <message>
        <source>{server} is running on this computer.</source>
        <translation>{server} がこのコンピューターで動いています。</translation>
    </message>
</context>
<context>
    <name>ModelSetup</name>
    <message>
        <source>Choose a model file</source>
        <translation>モデルファイルを選択</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>モデル (*.gguf)</translation>
    </message>
</context>
<context>
    <name>Network</name>
    <message numerus="yes">
        <source>%Ln other computers were contacted since {since}; {sent} were sent.</source>
        <translation>
            <numerusform>{since} 以降、他の %Ln 台のコンピューターに接続し、{sent} を送信しました。</numerusform>
        </translation>
    </message>
    <message>
        <source>Account</source>
        <translation>口座</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>住所</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>金額</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Asked from this computer</source>
        <translation>このコンピューターからの問い合わせ</translation>
    </message>
    <message>
        <source>Computer</source>
        <translation>コンピューター</translation>
    </message>
    <message>
        <source>Desktop RAG has contacted no other computer. Other programs have read shared libraries.</source>
        <translation>Desktop RAGはほかのコンピューターに接続していません。ほかのプログラムが共有ライブラリを読み取りました。</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>ダウンロード</translation>
    </message>
    <message>
        <source>E-mail</source>
        <translation>メール</translation>
    </message>
    <message>
        <source>First</source>
        <translation>最初</translation>
    </message>
    <message>
        <source>Kept here</source>
        <translation>送らなかった値</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>最後</translation>
    </message>
    <message>
        <source>Lists of models</source>
        <translation>モデルの一覧</translation>
    </message>
    <message>
        <source>Meaning search</source>
        <translation>意味検索</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Nothing has left this machine.</source>
        <translation>このコンピューターの外には何も送られていません。</translation>
    </message>
    <message>
        <source>Number of a document</source>
        <translation>文書の番号</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>その他</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>受信</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>リクエスト</translation>
    </message>
    <message>
        <source>Reranking</source>
        <translation>並べ替え</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>送信</translation>
    </message>
    <message>
        <source>Sent instead</source>
        <translation>代わりに送った語</translation>
    </message>
    <message>
        <source>Telephone</source>
        <translation>電話</translation>
    </message>
    <message>
        <source>What</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>用途</translation>
    </message>
    <message>
        <source>{host} (this computer)</source>
        <translation>{host}（このコンピューター）</translation>
    </message>
</context>
<context>
    <name>NetworkCommands</name>
    <message>
        <source>{program} (offline)</source>
        <translation>{program}（オフライン）</translation>
    </message>
</context>
<context>
    <name>NetworkDialog</name>
    <message numerus="yes">
        <source>%Ln private values were kept from servers of models since the start.</source>
        <translation>
            <numerusform>起動してから、%Ln 件の個人的な値はモデルのサーバーに送られていません。</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear list</source>
        <translation>一覧を消去</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Computers that were contacted</source>
        <translation>接続したコンピューター</translation>
    </message>
    <message>
        <source>Contact nothing but programs on this computer</source>
        <translation>このコンピューターのプログラムだけに接続する</translation>
    </message>
    <message>
        <source>Every request of Desktop RAG goes through one place, which keeps this list. Sizes include headers. Contents, paths and keys are not kept.</source>
        <translation>Desktop RAG のリクエストはすべて 1 か所を通り、そこがこの一覧を記録します。サイズにはヘッダーを含みます。内容、パス、キーは記録しません。</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>ネットワーク</translation>
    </message>
    <message>
        <source>Values that were kept here</source>
        <translation>送らなかった値の一覧</translation>
    </message>
    <message>
        <source>What no rule recognised was sent as it is. This list is not stored.</source>
        <translation>規則で見分けられなかったものは、そのまま送られました。この一覧は保存されません。</translation>
    </message>
    <message>
        <source>Work offline</source>
        <translation>オフラインで作業</translation>
    </message>
</context>
<context>
    <name>NewLibraryDialog</name>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>作成</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>既定</translation>
    </message>
    <message>
        <source>For example: Contracts</source>
        <translation>例：契約書</translation>
    </message>
    <message>
        <source>In tokens. A token is about three quarters of an English word. “Overlap” is the text that neighbouring passages share.</source>
        <translation>トークン単位です。1 トークンは英語の単語の約 4 分の 3 です。「重なり」は隣り合う箇所が共有するテキストです。</translation>
    </message>
    <message>
        <source>More options</source>
        <translation>その他のオプション</translation>
    </message>
    <message>
        <source>Name of the library</source>
        <translation>ライブラリの名前</translation>
    </message>
    <message>
        <source>New library</source>
        <translation>新しいライブラリ</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>重なり</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>サイズ</translation>
    </message>
    <message>
        <source>This cannot be changed later.</source>
        <translation>後から変更できません。</translation>
    </message>
</context>
<context>
    <name>NoResultsPage</name>
    <message>
        <source>&quot;exact words&quot;</source>
        <translation>&quot;完全一致の語句&quot;</translation>
    </message>
    <message>
        <source>-word</source>
        <translation>-語句</translation>
    </message>
    <message>
        <source>Add files. You can search them seconds later.</source>
        <translation>ファイルを追加すると、数秒後に検索できます。</translation>
    </message>
    <message>
        <source>Is a file missing? Show this library&apos;s files</source>
        <translation>ファイルが見当たりませんか？このライブラリのファイルを表示</translation>
    </message>
    <message>
        <source>Looking for passages with a similar meaning…</source>
        <translation>意味の近い箇所を探しています…</translation>
    </message>
    <message>
        <source>No library yet</source>
        <translation>ライブラリはまだありません</translation>
    </message>
    <message>
        <source>No passage contains these words</source>
        <translation>これらの語句を含む箇所はありません</translation>
    </message>
    <message numerus="yes">
        <source>None of the %Ln files contains these words. Try fewer or different words.</source>
        <translation>
            <numerusform>%Ln 個のファイルのどれにもこれらの語句はありません。語句を減らすか、変えてみてください。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>見つかりません</translation>
    </message>
    <message>
        <source>Nothing that matches the filters contains these words.</source>
        <translation>条件に合うものの中に、これらの語句はありません。</translation>
    </message>
    <message>
        <source>Passages with a similar meaning can be found once meaning search is ready.</source>
        <translation>意味検索の準備が整うと、意味の近い箇所を見つけられます。</translation>
    </message>
    <message>
        <source>Remove the filters to see results</source>
        <translation>条件を外して結果を見る</translation>
    </message>
    <message>
        <source>Results appear as you type. Use the arrow keys to choose one and Enter to see its page.</source>
        <translation>入力すると結果が表示されます。矢印キーで選び、Enter でそのページを表示します。</translation>
    </message>
    <message>
        <source>Search for “{query}” instead</source>
        <translation>代わりに「{query}」を検索</translation>
    </message>
    <message>
        <source>Search “{name}”</source>
        <translation>「{name}」を検索</translation>
    </message>
    <message>
        <source>Some files are still being read.</source>
        <translation>まだ読み取り中のファイルがあります。</translation>
    </message>
    <message>
        <source>by name or language</source>
        <translation>名前または言語で</translation>
    </message>
    <message>
        <source>by records of Zotero or BibTeX</source>
        <translation>Zotero・BibTeX の記録で</translation>
    </message>
    <message>
        <source>exactly these words in this order</source>
        <translation>この語順のとおりの語句</translation>
    </message>
    <message>
        <source>mail by who wrote it to whom</source>
        <translation>メールを差出人と宛先で</translation>
    </message>
    <message>
        <source>only files changed in this period</source>
        <translation>この期間に更新されたファイルだけ</translation>
    </message>
    <message>
        <source>only files in this folder</source>
        <translation>このフォルダーのファイルだけ</translation>
    </message>
    <message>
        <source>only files of this type</source>
        <translation>この種類のファイルだけ</translation>
    </message>
    <message>
        <source>without this word</source>
        <translation>この語句を除く</translation>
    </message>
    <message>
        <source>“{name}” is empty</source>
        <translation>「{name}」は空です</translation>
    </message>
</context>
<context>
    <name>Notice</name>
    <message>
        <source>Dismiss</source>
        <translation>閉じる</translation>
    </message>
</context>
<context>
    <name>Opening</name>
    <message>
        <source>Check whether it was moved or deleted, and whether its drive is connected.</source>
        <translation>移動または削除されていないか、ドライブが接続されているか確認してください。</translation>
    </message>
    <message>
        <source>Choose “Show in folder” to find it on your disk.</source>
        <translation>「フォルダーで表示」でディスク上の場所を確認できます。</translation>
    </message>
    <message>
        <source>It is inside another file: {path}. Open it only if you trust where it came from.</source>
        <translation>別のファイルの中にあります：{path}。入手元を信頼できる場合だけ開いてください。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開く</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>ファイルを開く</translation>
    </message>
    <message>
        <source>Open “{name}”?</source>
        <translation>「{name}」を開きますか？</translation>
    </message>
    <message>
        <source>“{name}” cannot be reached.</source>
        <translation>「{name}」にアクセスできません。</translation>
    </message>
    <message>
        <source>“{name}” is a program or a script. Desktop RAG does not run it.</source>
        <translation>「{name}」はプログラムまたはスクリプトです。Desktop RAG は実行しません。</translation>
    </message>
</context>
<context>
    <name>OptionForm</name>
    <message>
        <source>On</source>
        <translation>オン</translation>
    </message>
</context>
<context>
    <name>OptionPage</name>
    <message numerus="yes">
        <source>%Ln changed</source>
        <translation>
            <numerusform>%Ln 件変更</numerusform>
        </translation>
    </message>
    <message>
        <source>More options</source>
        <translation>その他のオプション</translation>
    </message>
</context>
<context>
    <name>Options</name>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>0 gives nearly the same answer each time; higher values vary the wording.</source>
        <translation>0 では毎回ほぼ同じ回答になり、値が大きいほど表現が変わります。</translation>
    </message>
    <message>
        <source>0: variety only; 1: relevance only.</source>
        <translation>0：多様性のみ、1：関連度のみ。</translation>
    </message>
    <message>
        <source>0: words only; 1: meaning only.</source>
        <translation>0：語句のみ、1：意味のみ。</translation>
    </message>
    <message>
        <source>100 languages</source>
        <translation>100 言語</translation>
    </message>
    <message>
        <source>12 languages, English best</source>
        <translation>12 言語、英語が最も得意</translation>
    </message>
    <message>
        <source>A JSON object. Its fields go into every request as they are.</source>
        <translation>JSON オブジェクトです。その項目をそのまますべてのリクエストに加えます。</translation>
    </message>
    <message>
        <source>A model at an OpenAI-compatible address</source>
        <translation>OpenAI 互換アドレスのモデル</translation>
    </message>
    <message>
        <source>A model file (GGUF) that this program runs by itself; no server is needed.</source>
        <translation>このプログラムが自ら動かすモデルファイル（GGUF）です。サーバーは不要です。</translation>
    </message>
    <message>
        <source>A server with /v1/rerank: llama.cpp, vLLM, TEI, Jina, Cohere.</source>
        <translation>/v1/rerank を持つサーバー：llama.cpp、vLLM、TEI、Jina、Cohere。</translation>
    </message>
    <message>
        <source>A small model on this computer reads the question beside the sentences that come nearest. It picks those that answer, and notices when none does. Turn it off if answers take too long.</source>
        <translation>このコンピューター上の小さなモデルが、質問と、それに最も近い文を一緒に読みます。質問に答えている文を選び、どの文も答えていなければそれに気づきます。回答に時間がかかりすぎるときはオフにしてください。</translation>
    </message>
    <message>
        <source>API version</source>
        <translation>API バージョン</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>アドレス</translation>
    </message>
    <message>
        <source>Adds the passages before or after each one.</source>
        <translation>各箇所の前または後の箇所を加えます。</translation>
    </message>
    <message>
        <source>After searching</source>
        <translation>検索の後</translation>
    </message>
    <message>
        <source>After the first answer, ask the model for a title of the conversation. This is one more short request.</source>
        <translation>最初の回答のあと、モデルに会話の題名を尋ねます。短い要求が 1 回増えます。</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>エージェント</translation>
    </message>
    <message>
        <source>Agent that writes its steps (any model)</source>
        <translation>手順を書き出すエージェント（どのモデルでも）</translation>
    </message>
    <message>
        <source>Agent with the model&apos;s own tools</source>
        <translation>モデル自身のツールを使うエージェント</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>常に</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Answer from</source>
        <translation>回答の元</translation>
    </message>
    <message>
        <source>Answer from passages</source>
        <translation>箇所から回答</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Answers are word-for-word quotations from your files.</source>
        <translation>回答はファイルからの逐語的な引用です。</translation>
    </message>
    <message>
        <source>Answers without thinking first, so it begins soon.</source>
        <translation>先に考えずに回答するため、すぐに始まります。</translation>
    </message>
    <message>
        <source>Answers written by</source>
        <translation>回答を書くもの</translation>
    </message>
    <message>
        <source>Anthropic&apos;s models through their OpenAI-compatible address.</source>
        <translation>OpenAI 互換アドレス経由の Anthropic のモデル。</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外観</translation>
    </message>
    <message>
        <source>As few calls as possible</source>
        <translation>呼び出しをできるだけ少なく</translation>
    </message>
    <message>
        <source>As reported by the server</source>
        <translation>サーバーの報告どおり</translation>
    </message>
    <message>
        <source>Ask tables</source>
        <translation>表に質問</translation>
    </message>
    <message>
        <source>Ask the model whether each group of passages answers the question, and skip those that don&apos;t.</source>
        <translation>箇所のグループごとに質問への答えになるかをモデルに尋ね、ならないものを飛ばします。</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>Avoids passages that say the same.</source>
        <translation>同じことを述べる箇所を避けます。</translation>
    </message>
    <message>
        <source>Best first and last</source>
        <translation>最良を最初と最後に</translation>
    </message>
    <message>
        <source>Best for this model</source>
        <translation>このモデルに最適</translation>
    </message>
    <message>
        <source>Best score, unscaled</source>
        <translation>最高スコア（そのまま）</translation>
    </message>
    <message>
        <source>Built in</source>
        <translation>内蔵</translation>
    </message>
    <message>
        <source>Built-in judge</source>
        <translation>内蔵の判定モデル</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>チャット</translation>
    </message>
    <message>
        <source>Chat about passages</source>
        <translation>箇所についてチャット</translation>
    </message>
    <message>
        <source>Chat mode</source>
        <translation>チャットモード</translation>
    </message>
    <message>
        <source>Choose passages</source>
        <translation>箇所を選ぶ</translation>
    </message>
    <message>
        <source>Closeness and variety</source>
        <translation>近さと多様性</translation>
    </message>
    <message>
        <source>Closeness in meaning</source>
        <translation>意味の近さ</translation>
    </message>
    <message>
        <source>Combine results by</source>
        <translation>結果のまとめ方</translation>
    </message>
    <message>
        <source>Comes with the program and runs on this computer.</source>
        <translation>プログラムに付属し、このコンピューターで動きます。</translation>
    </message>
    <message>
        <source>Compare by</source>
        <translation>比較の方法</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>接続</translation>
    </message>
    <message>
        <source>Contact nothing but programs on this computer. Models on other computers cannot be used meanwhile.</source>
        <translation>このコンピューターのプログラムだけに接続します。その間、他のコンピューターのモデルは使えません。</translation>
    </message>
    <message>
        <source>Context window</source>
        <translation>コンテキストウィンドウ</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>通貨</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>ダーク</translation>
    </message>
    <message>
        <source>Detected</source>
        <translation>検出済み</translation>
    </message>
    <message>
        <source>Deutsch</source>
        <translation>Deutsch</translation>
    </message>
    <message>
        <source>Documents only</source>
        <translation>文書のみ</translation>
    </message>
    <message>
        <source>Drops passages whose score is below the cutoff.</source>
        <translation>スコアが下限に満たない箇所を除きます。</translation>
    </message>
    <message>
        <source>Each section of a Markdown file is a passage.</source>
        <translation>Markdown ファイルの各節が 1 つの箇所になります。</translation>
    </message>
    <message>
        <source>English</source>
        <translation>English</translation>
    </message>
    <message>
        <source>English, French, Spanish, German, Italian, Portuguese</source>
        <translation>英語、フランス語、スペイン語、ドイツ語、イタリア語、ポルトガル語</translation>
    </message>
    <message>
        <source>Everything in the library</source>
        <translation>ライブラリのすべて</translation>
    </message>
    <message>
        <source>Everything that fits the question</source>
        <translation>質問に合うすべて</translation>
    </message>
    <message>
        <source>Extra JSON</source>
        <translation>追加の JSON</translation>
    </message>
    <message>
        <source>Extract facts</source>
        <translation>事実の抽出</translation>
    </message>
    <message>
        <source>Extract keywords</source>
        <translation>キーワードの抽出</translation>
    </message>
    <message>
        <source>Files are split into</source>
        <translation>ファイルの分け方</translation>
    </message>
    <message>
        <source>Finds exact statements; the step “Surrounding text” shows the model the text around them.</source>
        <translation>正確な記述を見つけます。手順「前後のテキスト」が周囲のテキストをモデルに見せます。</translation>
    </message>
    <message>
        <source>Finds the facts of a passage for the knowledge graph.</source>
        <translation>知識グラフのために箇所の事実を見つけます。</translation>
    </message>
    <message>
        <source>Finds the keywords of a passage for the keyword table.</source>
        <translation>キーワード表のために箇所のキーワードを見つけます。</translation>
    </message>
    <message>
        <source>For folders of source code; other files use the default.</source>
        <translation>ソースコードのフォルダー用です。他のファイルは既定に従います。</translation>
    </message>
    <message>
        <source>For most computers with 8 GB of memory.</source>
        <translation>メモリ 8 GB の多くのコンピューター向けです。</translation>
    </message>
    <message>
        <source>From your files only, with sources</source>
        <translation>ファイルだけから、出典付きで</translation>
    </message>
    <message>
        <source>Good at European languages.</source>
        <translation>ヨーロッパの言語が得意です。</translation>
    </message>
    <message>
        <source>Google&apos;s models through their OpenAI-compatible address.</source>
        <translation>OpenAI 互換アドレス経由の Google のモデル。</translation>
    </message>
    <message>
        <source>Graph of facts</source>
        <translation>事実のグラフ</translation>
    </message>
    <message>
        <source>HTTP headers</source>
        <translation>HTTP ヘッダー</translation>
    </message>
    <message>
        <source>High</source>
        <translation>高</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>ハイコントラスト</translation>
    </message>
    <message>
        <source>Highest</source>
        <translation>最高</translation>
    </message>
    <message>
        <source>Hold the model to the exact schema of tools and structured answers.</source>
        <translation>ツールと構造化された回答のスキーマにモデルを厳密に従わせます。</translation>
    </message>
    <message>
        <source>How a message and the conversation before it become an answer.</source>
        <translation>メッセージとそれまでの会話から回答を作る方法です。</translation>
    </message>
    <message>
        <source>How files are split into passages.</source>
        <translation>ファイルを箇所に分ける方法です。</translation>
    </message>
    <message>
        <source>How long Ollama keeps the model in memory after an answer.</source>
        <translation>回答の後、Ollama がモデルをメモリに保つ時間です。</translation>
    </message>
    <message>
        <source>How long a reasoning model may think, about. What it thinks beyond that is cut off, and it answers.</source>
        <translation>推論モデルが考えてよいおよその長さです。超えた分は打ち切り、回答に移ります。</translation>
    </message>
    <message>
        <source>How long a reasoning model thinks before it answers.</source>
        <translation>推論モデルが回答前に考える長さです。</translation>
    </message>
    <message>
        <source>How long an answer can be, including the thinking of a reasoning model.</source>
        <translation>回答の最大の長さです（推論モデルの思考を含みます）。</translation>
    </message>
    <message>
        <source>How long the built-in model stays loaded after its last answer.</source>
        <translation>最後の回答の後、内蔵モデルを読み込んだままにする時間です。</translation>
    </message>
    <message>
        <source>How long to wait for the next words of an answer.</source>
        <translation>回答の次の語を待つ時間です。</translation>
    </message>
    <message>
        <source>How many passages an answer is based on.</source>
        <translation>回答の元にする箇所の数です。</translation>
    </message>
    <message>
        <source>How many versions of the question are searched for, including the original.</source>
        <translation>検索する質問の言い換えの数です（元の質問を含みます）。</translation>
    </message>
    <message>
        <source>How much text the model reads at once; longer passages are prepared in parts.</source>
        <translation>モデルが一度に読むテキストの量です。長い箇所は分けて準備します。</translation>
    </message>
    <message>
        <source>How much the model reads at once.</source>
        <translation>モデルが一度に読む量です。</translation>
    </message>
    <message>
        <source>How often a question is sent again when the server fails or is busy.</source>
        <translation>サーバーが失敗または混雑したときに質問を再送する回数です。</translation>
    </message>
    <message>
        <source>How passages are compared with the question when searching by meaning.</source>
        <translation>意味検索で箇所と質問を比べる方法です。</translation>
    </message>
    <message>
        <source>How passages are found.</source>
        <translation>箇所を見つける方法です。</translation>
    </message>
    <message>
        <source>How passages become an answer.</source>
        <translation>箇所から回答を作る方法です。</translation>
    </message>
    <message>
        <source>How questions are answered.</source>
        <translation>質問に回答する方法です。</translation>
    </message>
    <message>
        <source>How several result lists are combined.</source>
        <translation>複数の結果一覧をまとめる方法です。</translation>
    </message>
    <message>
        <source>Improve an answer</source>
        <translation>回答の改善</translation>
    </message>
    <message>
        <source>Joins passages that follow one another.</source>
        <translation>連続する箇所をつなげます。</translation>
    </message>
    <message>
        <source>Keep in memory</source>
        <translation>メモリに保持</translation>
    </message>
    <message>
        <source>Keep private values here</source>
        <translation>個人的な値を送らない</translation>
    </message>
    <message>
        <source>Keeps one of several passages that say the same.</source>
        <translation>同じことを述べる箇所のうち 1 つを残します。</translation>
    </message>
    <message>
        <source>Keeps passages with at least one required word and no excluded word.</source>
        <translation>必須の語を 1 つ以上含み、除外の語を含まない箇所を残します。</translation>
    </message>
    <message>
        <source>Keeps the newest of passages that say nearly the same.</source>
        <translation>ほぼ同じことを述べる箇所のうち最新のものを残します。</translation>
    </message>
    <message>
        <source>Keeps the newest passages.</source>
        <translation>最新の箇所を残します。</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>キーボードショートカット</translation>
    </message>
    <message>
        <source>Keys that differ from the usual ones, one command on each line.</source>
        <translation>既定と異なるキー（1 行に 1 コマンド）。</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>言語</translation>
    </message>
    <message>
        <source>Leave out what your files don&apos;t support, and say so when they don&apos;t answer the question. Applies to every mode that writes an answer; not to JSON and not to figures computed from tables.</source>
        <translation>ファイルに根拠のない内容を省き、質問の答えがないときはそう伝えます。回答を書くすべてのモードに適用されます（JSON と表から計算した数値を除きます）。</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>ライト</translation>
    </message>
    <message>
        <source>Light or dark as the system is, with stronger colours and lines.</source>
        <translation>システムに合わせた明暗で、色と線をよりはっきり表示します。</translation>
    </message>
    <message>
        <source>Linear regression</source>
        <translation>線形回帰</translation>
    </message>
    <message>
        <source>Logistic regression</source>
        <translation>ロジスティック回帰</translation>
    </message>
    <message>
        <source>Long conversations</source>
        <translation>長い会話</translation>
    </message>
    <message>
        <source>Long passages of whole sentences</source>
        <translation>文単位の長い箇所</translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation>回答の最大の長さ</translation>
    </message>
    <message>
        <source>Longest text</source>
        <translation>テキストの最大の長さ</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>Markdown by its headings</source>
        <translation>Markdown の見出しごと</translation>
    </message>
    <message>
        <source>Meaning and words, mixed</source>
        <translation>意味と語句の混合</translation>
    </message>
    <message>
        <source>Meaning and words, reranked</source>
        <translation>意味と語句（並べ替え）</translation>
    </message>
    <message>
        <source>Meaning only</source>
        <translation>意味のみ</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>Minimal</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Minimum score</source>
        <translation>最低スコア</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>モード</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>More of the surrounding text, with less precision.</source>
        <translation>周囲のテキストが増え、精度は下がります。</translation>
    </message>
    <message>
        <source>Name conversations</source>
        <translation>会話に題名を付ける</translation>
    </message>
    <message>
        <source>Names, addresses, amounts, and numbers of accounts and documents leave as stand-ins, and are put back into the answer. What no rule recognises leaves as it is, and a search model on a server reads whole texts. Pictures aren&apos;t sent.</source>
        <translation>名前、住所、金額、口座や文書の番号は、仮の語に置き換えて送り、回答で元に戻します。規則で見分けられないものはそのまま送られ、サーバー上の検索モデルは文章をそのまま読みます。画像は送りません。</translation>
    </message>
    <message>
        <source>Neighbouring passages</source>
        <translation>隣り合う箇所</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>ネットワーク</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>しない</translation>
    </message>
    <message>
        <source>Newest only</source>
        <translation>最新のみ</translation>
    </message>
    <message>
        <source>Newest version only</source>
        <translation>最新の版のみ</translation>
    </message>
    <message>
        <source>No</source>
        <translation>いいえ</translation>
    </message>
    <message>
        <source>No answer, only sources</source>
        <translation>回答なし、出典のみ</translation>
    </message>
    <message>
        <source>No duplicates</source>
        <translation>重複なし</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>制限なし</translation>
    </message>
    <message>
        <source>No model (quotations only)</source>
        <translation>モデルなし（引用のみ）</translation>
    </message>
    <message>
        <source>No search, only the model</source>
        <translation>検索せずモデルのみ</translation>
    </message>
    <message>
        <source>None</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Not at all</source>
        <translation>しない</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>オフ</translation>
    </message>
    <message>
        <source>Ollama</source>
        <translation>Ollama</translation>
    </message>
    <message>
        <source>Ollama&apos;s own API, through which the context window can be set.</source>
        <translation>コンテキストウィンドウを設定できる Ollama 独自の API です。</translation>
    </message>
    <message>
        <source>On</source>
        <translation>オン</translation>
    </message>
    <message>
        <source>One answer per group of passages</source>
        <translation>箇所のグループごとに 1 つの回答</translation>
    </message>
    <message>
        <source>One answer per passage</source>
        <translation>箇所ごとに 1 つの回答</translation>
    </message>
    <message>
        <source>One call, cut to fit</source>
        <translation>1 回の呼び出し（収まるように切る）</translation>
    </message>
    <message>
        <source>Only passages that meet all conditions are searched.</source>
        <translation>すべての条件を満たす箇所だけを検索します。</translation>
    </message>
    <message>
        <source>Only passages with</source>
        <translation>検索する箇所の条件</translation>
    </message>
    <message>
        <source>OpenAI or compatible</source>
        <translation>OpenAI または互換</translation>
    </message>
    <message>
        <source>OpenAI, LM Studio, llama.cpp, vLLM and others with the same API.</source>
        <translation>OpenAI、LM Studio、llama.cpp、vLLM など、同じ API を持つもの。</translation>
    </message>
    <message>
        <source>OpenAI, Ollama, LM Studio, llama.cpp, TEI and others with the same API.</source>
        <translation>OpenAI、Ollama、LM Studio、llama.cpp、TEI など、同じ API を持つもの。</translation>
    </message>
    <message>
        <source>Passages along headings (recommended)</source>
        <translation>見出しに沿った箇所（推奨）</translation>
    </message>
    <message>
        <source>Passages merged into sections where many match</source>
        <translation>箇所（多く一致すれば節にまとめる）</translation>
    </message>
    <message>
        <source>Passages only, joined</source>
        <translation>箇所だけをつなげる</translation>
    </message>
    <message>
        <source>Passages per answer</source>
        <translation>回答ごとの箇所の数</translation>
    </message>
    <message>
        <source>Passages, without an answer</source>
        <translation>箇所（回答なし）</translation>
    </message>
    <message>
        <source>Pieces of the same size</source>
        <translation>同じ大きさの断片</translation>
    </message>
    <message>
        <source>Plug-ins</source>
        <translation>プラグイン</translation>
    </message>
    <message>
        <source>Prefer recent passages</source>
        <translation>新しい箇所を優先</translation>
    </message>
    <message>
        <source>Prefers passages that were used or changed recently.</source>
        <translation>最近使われた、または更新された箇所を優先します。</translation>
    </message>
    <message>
        <source>Price of tokens received</source>
        <translation>受信トークンの価格</translation>
    </message>
    <message>
        <source>Price of tokens sent</source>
        <translation>送信トークンの価格</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>プロンプト</translation>
    </message>
    <message>
        <source>Put the name of your resource into the address. The model is the name of your deployment. With a dated API version, the address ends in /openai/deployments/YOUR-DEPLOYMENT, and the version goes into “API version” under “More options”.</source>
        <translation>アドレスにリソース名を入れます。モデルはデプロイの名前です。日付付きの API バージョンでは、アドレスの末尾が /openai/deployments/YOUR-DEPLOYMENT となり、バージョンは「その他のオプション」の「API バージョン」に入れます。</translation>
    </message>
    <message>
        <source>Puts the best passages first and last, where models read most attentively.</source>
        <translation>モデルが最も注意深く読む最初と最後に、最良の箇所を置きます。</translation>
    </message>
    <message>
        <source>Query variations</source>
        <translation>質問の言い換えの数</translation>
    </message>
    <message>
        <source>Ranks within each list</source>
        <translation>各一覧での順位</translation>
    </message>
    <message>
        <source>Reasoning effort</source>
        <translation>思考の量</translation>
    </message>
    <message>
        <source>Refine passage by passage</source>
        <translation>箇所ごとに練り上げる</translation>
    </message>
    <message>
        <source>Relevance or variety</source>
        <translation>関連度か多様性か</translation>
    </message>
    <message>
        <source>Remember a conversation</source>
        <translation>会話の記憶</translation>
    </message>
    <message>
        <source>Required and excluded words</source>
        <translation>必須の語と除外の語</translation>
    </message>
    <message>
        <source>Reranker</source>
        <translation>リランカー</translation>
    </message>
    <message>
        <source>Reranker&apos;s address</source>
        <translation>リランカーのアドレス</translation>
    </message>
    <message>
        <source>Response mode</source>
        <translation>応答モード</translation>
    </message>
    <message>
        <source>Retries</source>
        <translation>再試行の回数</translation>
    </message>
    <message>
        <source>Rewrite the message as a question, then answer that</source>
        <translation>メッセージを質問に書き換えてから回答</translation>
    </message>
    <message>
        <source>Rewrite the message, search, then answer it</source>
        <translation>メッセージを書き換え、検索してから回答</translation>
    </message>
    <message>
        <source>Running text</source>
        <translation>連続したテキスト</translation>
    </message>
    <message>
        <source>Runs a model file inside this program. Press “Model files…” to download one or to choose one of yours.</source>
        <translation>このプログラムの中でモデルファイルを動かします。「モデルファイル…」でダウンロードするか、手元のものを選びます。</translation>
    </message>
    <message>
        <source>Runs on this computer. Start Ollama first.</source>
        <translation>このコンピューターで動きます。先に Ollama を起動してください。</translation>
    </message>
    <message>
        <source>Runs on this computer. Start llama-server first.</source>
        <translation>このコンピューターで動きます。先に llama-server を起動してください。</translation>
    </message>
    <message>
        <source>Runs on this computer. Start the server in LM Studio&apos;s Developer tab first.</source>
        <translation>このコンピューターで動きます。先に LM Studio の Developer タブでサーバーを起動してください。</translation>
    </message>
    <message>
        <source>Same as the system</source>
        <translation>システムと同じ</translation>
    </message>
    <message>
        <source>Scores, scaled by their spread</source>
        <translation>スコア（ばらつきで調整）</translation>
    </message>
    <message>
        <source>Scores, scaled within each list</source>
        <translation>スコア（一覧ごとに調整）</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>検索</translation>
    </message>
    <message>
        <source>Search by</source>
        <translation>検索方法</translation>
    </message>
    <message>
        <source>Search by meaning with</source>
        <translation>意味検索に使うもの</translation>
    </message>
    <message>
        <source>Search model</source>
        <translation>検索モデル</translation>
    </message>
    <message>
        <source>Search only</source>
        <translation>検索のみ</translation>
    </message>
    <message>
        <source>Search with the message as it is</source>
        <translation>メッセージのまま検索</translation>
    </message>
    <message>
        <source>Searches and reads on its own, step by step</source>
        <translation>自ら順を追って検索し、読みます</translation>
    </message>
    <message>
        <source>Sections, parts and passages</source>
        <translation>節、部分、箇所</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>シード</translation>
    </message>
    <message>
        <source>Sees images</source>
        <translation>画像を見られる</translation>
    </message>
    <message>
        <source>Send the best pages found, at most three, as images to a model that sees them.</source>
        <translation>見つかった最良のページ（最大 3 ページ）を、画像を見られるモデルに送ります。</translation>
    </message>
    <message>
        <source>Sent as api-version with every request; Azure needs it.</source>
        <translation>すべてのリクエストで api-version として送ります。Azure で必要です。</translation>
    </message>
    <message>
        <source>Sent with each further part when the passages do not fit into one request.</source>
        <translation>箇所が 1 回のリクエストに収まらないとき、続きの部分ごとに送ります。</translation>
    </message>
    <message>
        <source>Sent with every request, one “Name: value” per line.</source>
        <translation>すべてのリクエストで送ります。1 行に 1 つ「名前: 値」。</translation>
    </message>
    <message>
        <source>Several variations of the question</source>
        <translation>質問の複数の言い換え</translation>
    </message>
    <message>
        <source>Show pages as images</source>
        <translation>ページを画像で見せる</translation>
    </message>
    <message>
        <source>Shows the model the text around each sentence found.</source>
        <translation>見つかった各文の前後のテキストをモデルに見せます。</translation>
    </message>
    <message>
        <source>Sign evidence packs</source>
        <translation>証拠パックに署名</translation>
    </message>
    <message>
        <source>Sign the evidence packs you export with a key of your own, made on first use and kept where API keys are. Anyone who knows its fingerprint can tell that a pack is from you.</source>
        <translation>書き出す証拠パックに自分の鍵で署名します。鍵は最初の使用時に作られ、API キーと同じ場所に保管されます。フィンガープリントを知る人は、あなたのパックだとわかります。</translation>
    </message>
    <message>
        <source>Single sentences</source>
        <translation>1 文ずつ</translation>
    </message>
    <message>
        <source>Skip passages that don&apos;t answer</source>
        <translation>答えにならない箇所を飛ばす</translation>
    </message>
    <message>
        <source>Sort with the model</source>
        <translation>モデルで並べ替え</translation>
    </message>
    <message>
        <source>Sort with the reranker</source>
        <translation>リランカーで並べ替え</translation>
    </message>
    <message>
        <source>Source code by functions and classes</source>
        <translation>ソースコードの関数とクラスごと</translation>
    </message>
    <message>
        <source>Split anywhere, even in mid-sentence; for texts without structure.</source>
        <translation>文の途中でも構わず分けます。構造のないテキスト用です。</translation>
    </message>
    <message>
        <source>Start it with “vllm serve MODEL”, here or on a server of yours.</source>
        <translation>このコンピューターか自分のサーバーで「vllm serve MODEL」を実行して起動します。</translation>
    </message>
    <message>
        <source>Steps that filter, sort or extend the passages found, in this order.</source>
        <translation>見つかった箇所を絞り込み、並べ替え、補う手順（この順）。</translation>
    </message>
    <message>
        <source>Stop sequences</source>
        <translation>停止文字列</translation>
    </message>
    <message>
        <source>Strict tools</source>
        <translation>ツールを厳密に</translation>
    </message>
    <message>
        <source>Suits nearly every file; each passage reads well by itself.</source>
        <translation>ほぼすべてのファイルに向き、各箇所はそれだけで読めます。</translation>
    </message>
    <message>
        <source>Summaries of summaries</source>
        <translation>要約の要約</translation>
    </message>
    <message>
        <source>Summarise</source>
        <translation>要約</translation>
    </message>
    <message>
        <source>Summarises the beginning of a long conversation.</source>
        <translation>長い会話の初めの部分を要約します。</translation>
    </message>
    <message>
        <source>Support vectors (SVM)</source>
        <translation>サポートベクター (SVM)</translation>
    </message>
    <message>
        <source>Surrounding text</source>
        <translation>前後のテキスト</translation>
    </message>
    <message>
        <source>Table of keywords</source>
        <translation>キーワード表</translation>
    </message>
    <message>
        <source>Tell when something that took longer than half a minute ends while the window is not in front.</source>
        <translation>ウィンドウが前面にないとき、30 秒以上かかった作業の終了を知らせます。</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字の大きさ</translation>
    </message>
    <message>
        <source>Texts that end an answer, one per line.</source>
        <translation>回答を終わらせる文字列（1 行に 1 つ）。</translation>
    </message>
    <message>
        <source>The best choice for computers with 16 GB of memory.</source>
        <translation>メモリ 16 GB のコンピューターに最適です。</translation>
    </message>
    <message>
        <source>The built-in model</source>
        <translation>内蔵モデル</translation>
    </message>
    <message>
        <source>The built-in model runs on a graphics card or the like where that is faster. Counts from the next start on.</source>
        <translation>速い場合、内蔵モデルはグラフィックスカードなどで動きます。次回の起動から有効です。</translation>
    </message>
    <message>
        <source>The colours of the window.</source>
        <translation>ウィンドウの配色です。</translation>
    </message>
    <message>
        <source>The currency of both prices, as it is shown.</source>
        <translation>両方の価格に表示する通貨です。</translation>
    </message>
    <message>
        <source>The first question builds this index, which can take a long time. To build it beforehand, use “Build other indexes” in the library&apos;s menu.</source>
        <translation>最初の質問でこのインデックスを作成します。時間がかかることがあります。前もって作るには、ライブラリのメニューの「その他のインデックスを作成」を使います。</translation>
    </message>
    <message>
        <source>The installed plug-ins to use, one on each line. They run as a part of this program: name only those you trust.</source>
        <translation>使うプラグイン（インストール済み、1 行に 1 つ）。このプログラムの一部として動くため、信頼できるものだけを指定してください。</translation>
    </message>
    <message>
        <source>The language model judges the passages; the best are kept.</source>
        <translation>言語モデルが箇所を評価し、良いものを残します。</translation>
    </message>
    <message>
        <source>The language of the window. The command line follows LANG and --language.</source>
        <translation>ウィンドウの言語です。コマンドラインは LANG と --language に従います。</translation>
    </message>
    <message>
        <source>The latest messages and a summary of earlier ones</source>
        <translation>最新のメッセージと以前の要約</translation>
    </message>
    <message>
        <source>The latest messages that fit</source>
        <translation>収まる分の最新のメッセージ</translation>
    </message>
    <message>
        <source>The model chooses how to search</source>
        <translation>検索方法をモデルが選ぶ</translation>
    </message>
    <message>
        <source>The model chooses: passages, a summary or tables</source>
        <translation>モデルが選ぶ：箇所、要約、表</translation>
    </message>
    <message>
        <source>The model that writes the answers.</source>
        <translation>回答を書くモデルです。</translation>
    </message>
    <message>
        <source>The model&apos;s default</source>
        <translation>モデルの既定</translation>
    </message>
    <message>
        <source>The model&apos;s name as its server lists it.</source>
        <translation>サーバーの一覧にあるモデル名です。</translation>
    </message>
    <message>
        <source>The model&apos;s name as its server lists it; of the built-in one, its file or what “model list” calls it.</source>
        <translation>サーバーの一覧にあるモデル名です。内蔵モデルではファイル、または「model list」での名前です。</translation>
    </message>
    <message>
        <source>The most able; slow without a graphics processor.</source>
        <translation>最も高性能ですが、GPU がないと遅くなります。</translation>
    </message>
    <message>
        <source>The parts of the question, one by one</source>
        <translation>質問を部分ごとに</translation>
    </message>
    <message>
        <source>The passages found</source>
        <translation>見つかった箇所</translation>
    </message>
    <message>
        <source>The question alone, for the response mode “generation”.</source>
        <translation>質問だけ（応答モード「generation」用）。</translation>
    </message>
    <message>
        <source>The reranker from Settings judges the passages; the best are kept.</source>
        <translation>「設定」のリランカーが箇所を評価し、良いものを残します。</translation>
    </message>
    <message>
        <source>The reranking model&apos;s name as its server lists it.</source>
        <translation>サーバーの一覧にある並べ替えモデルの名前です。</translation>
    </message>
    <message>
        <source>The same seed and temperature repeat an answer, if the server supports it.</source>
        <translation>サーバーが対応していれば、同じシードと温度で同じ回答になります。</translation>
    </message>
    <message>
        <source>The saved connection, by its name, that all settings of the model come from.</source>
        <translation>モデルの設定をすべて取り込む、保存済みの接続の名前です。</translation>
    </message>
    <message>
        <source>The search model of new libraries; a library keeps the model it was created with.</source>
        <translation>新しいライブラリの検索モデルです。既存のライブラリは作成時のモデルを保ちます。</translation>
    </message>
    <message>
        <source>The size of all text in the window, on top of the text size of the system.</source>
        <translation>ウィンドウのすべての文字の大きさです（システムの文字の大きさに加えて適用）。</translation>
    </message>
    <message>
        <source>The smallest. For computers with little memory; its answers are simple.</source>
        <translation>最も小さいモデルです。メモリの少ないコンピューター向けで、回答は簡素です。</translation>
    </message>
    <message>
        <source>The tables of spreadsheets and CSV files</source>
        <translation>表計算と CSV ファイルの表</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Thinking budget</source>
        <translation>思考の上限</translation>
    </message>
    <message>
        <source>Three sizes at once; whole sections are found where many of their parts match.</source>
        <translation>3 つの大きさを同時に使い、多くの部分が一致すれば節全体が見つかります。</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>制限時間</translation>
    </message>
    <message>
        <source>Tree of summaries</source>
        <translation>要約のツリー</translation>
    </message>
    <message>
        <source>Turns a message into a question that stands alone.</source>
        <translation>メッセージをそれだけで意味の通る質問にします。</translation>
    </message>
    <message>
        <source>Understand a follow-up</source>
        <translation>続きの質問の理解</translation>
    </message>
    <message>
        <source>Until Ollama ends</source>
        <translation>Ollama の終了まで</translation>
    </message>
    <message>
        <source>Use the processor alone</source>
        <translation>プロセッサーだけを使う</translation>
    </message>
    <message>
        <source>Used by the postprocessor “llm_rerank”.</source>
        <translation>後処理「llm_rerank」で使います。</translation>
    </message>
    <message>
        <source>Used in Summarise mode, for each part and for the parts together.</source>
        <translation>要約モードで、各部分と全体に使います。</translation>
    </message>
    <message>
        <source>Vary a question</source>
        <translation>質問の言い換え</translation>
    </message>
    <message>
        <source>What a million tokens of a request cost. With it, a review table tells its cost before, and can be limited.</source>
        <translation>リクエスト 100 万トークンの価格です。設定すると、表の費用が事前に分かり、上限を決められます。</translation>
    </message>
    <message>
        <source>What a million tokens of an answer cost.</source>
        <translation>回答 100 万トークンの価格です。</translation>
    </message>
    <message>
        <source>What an agent that writes its steps is told.</source>
        <translation>手順を書き出すエージェントへの指示です。</translation>
    </message>
    <message>
        <source>What the model is told before the passages in Answer mode.</source>
        <translation>回答モードで、箇所の前にモデルへ伝える指示です。</translation>
    </message>
    <message>
        <source>What the model is told before the passages in Chat mode.</source>
        <translation>チャットモードで、箇所の前にモデルへ伝える指示です。</translation>
    </message>
    <message>
        <source>What the model sees of a conversation that no longer fits.</source>
        <translation>収まらなくなった会話のうち、モデルに見せる部分です。</translation>
    </message>
    <message>
        <source>When a question asks for a figure or picture</source>
        <translation>質問が図や画像を求めるとき</translation>
    </message>
    <message>
        <source>Where answers come from.</source>
        <translation>回答の元です。</translation>
    </message>
    <message>
        <source>Where the model is served. Empty: OpenAI&apos;s address.</source>
        <translation>モデルの提供先です。空欄なら OpenAI のアドレスを使います。</translation>
    </message>
    <message>
        <source>Where the model is served. Empty: the provider&apos;s usual address.</source>
        <translation>モデルの提供先です。空欄なら提供元の通常のアドレスを使います。</translation>
    </message>
    <message>
        <source>Whether a reasoning model thinks before it answers.</source>
        <translation>推論モデルが回答前に考えるかどうかです。</translation>
    </message>
    <message>
        <source>Whether the model can be shown pages and pictures.</source>
        <translation>モデルにページや画像を見せられるかどうかです。</translation>
    </message>
    <message>
        <source>While another program is in front, Ctrl+Alt+Shift+V brings this window to the front and checks the text on the clipboard. Only these keys are registered with the system; no others are read. On Linux the desktop asks first and may choose other keys.</source>
        <translation>ほかのプログラムを使っているときも、Ctrl+Alt+Shift+V でこのウィンドウを前面に出し、クリップボードのテキストをチェックします。システムに登録するのはこのキーだけで、ほかのキー入力は読み取りません。Linux ではデスクトップ環境が先に確認し、別のキーを割り当てることがあります。</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>ウィンドウ</translation>
    </message>
    <message>
        <source>Without passages</source>
        <translation>箇所なし</translation>
    </message>
    <message>
        <source>Without the passages</source>
        <translation>箇所を使わない</translation>
    </message>
    <message>
        <source>Words and meaning</source>
        <translation>語句と意味</translation>
    </message>
    <message>
        <source>Words only</source>
        <translation>語句のみ</translation>
    </message>
    <message>
        <source>Words or meaning</source>
        <translation>語句または意味</translation>
    </message>
    <message>
        <source>Words, as text search</source>
        <translation>語句（テキスト検索）</translation>
    </message>
    <message>
        <source>Words, weighted</source>
        <translation>語句（重み付け）</translation>
    </message>
    <message>
        <source>Work offline</source>
        <translation>オフラインで作業</translation>
    </message>
    <message>
        <source>Writes the SQL for a question about tables.</source>
        <translation>表についての質問の SQL を書きます。</translation>
    </message>
    <message>
        <source>Writes the variations of a question for the retriever “query_fusion”.</source>
        <translation>リトリーバー「query_fusion」のために質問の言い換えを書きます。</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>はい</translation>
    </message>
    <message>
        <source>Your files and what the model knows</source>
        <translation>ファイルとモデルの知識</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>分</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>トークン</translation>
    </message>
    <message>
        <source>“Check clipboard” everywhere</source>
        <translation>どこでも「クリップボードをチェック」</translation>
    </message>
    <message>
        <source>日本語</source>
        <translation>日本語</translation>
    </message>
    <message>
        <source>简体中文</source>
        <translation>简体中文</translation>
    </message>
</context>
<context>
    <name>PackCommands</name>
    <message>
        <source>Evidence packs (*.html *.pdf)</source>
        <translation>証拠パック (*.html *.pdf)</translation>
    </message>
    <message>
        <source>Verify an evidence pack</source>
        <translation>証拠パックを検証</translation>
    </message>
</context>
<context>
    <name>PackDialog</name>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Evidence pack</source>
        <translation>証拠パック</translation>
    </message>
    <message>
        <source>Sentence</source>
        <translation>文</translation>
    </message>
    <message>
        <source>Sentences of the pack</source>
        <translation>パックの文</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状態</translation>
    </message>
</context>
<context>
    <name>Packs</name>
    <message>
        <source>Evidence pack (HTML) (*.pack.html)</source>
        <translation>証拠パック (HTML) (*.pack.html)</translation>
    </message>
    <message>
        <source>Evidence pack (PDF) (*.pack.pdf)</source>
        <translation>証拠パック (PDF) (*.pack.pdf)</translation>
    </message>
</context>
<context>
    <name>PageBar</name>
    <message>
        <source>Actual size	1</source>
        <translation>実際のサイズ	1</translation>
    </message>
    <message>
        <source>Dark pages	Ctrl+Shift+D</source>
        <translation>ページを暗く表示	Ctrl+Shift+D</translation>
    </message>
    <message>
        <source>Fit page	9</source>
        <translation>ページ全体	9</translation>
    </message>
    <message>
        <source>Fit width	0</source>
        <translation>幅に合わせる	0</translation>
    </message>
    <message>
        <source>Fit width (0)</source>
        <translation>幅に合わせる (0)</translation>
    </message>
    <message>
        <source>Larger	+</source>
        <translation>拡大	+</translation>
    </message>
    <message>
        <source>Larger (+)</source>
        <translation>拡大 (+)</translation>
    </message>
    <message>
        <source>More for pages</source>
        <translation>ページのその他の操作</translation>
    </message>
    <message>
        <source>Next page (→)</source>
        <translation>次のページ (→)</translation>
    </message>
    <message>
        <source>Page list	F4</source>
        <translation>ページ一覧	F4</translation>
    </message>
    <message>
        <source>Page {page} of {pages}</source>
        <translation>{page}／{pages} ページ</translation>
    </message>
    <message>
        <source>Previous page (←)</source>
        <translation>前のページ (←)</translation>
    </message>
    <message>
        <source>Smaller	−</source>
        <translation>縮小	−</translation>
    </message>
    <message>
        <source>Smaller (−)</source>
        <translation>縮小 (−)</translation>
    </message>
    <message>
        <source>Turn left</source>
        <translation>左に回転</translation>
    </message>
    <message>
        <source>Turn right	Ctrl+R</source>
        <translation>右に回転	Ctrl+R</translation>
    </message>
    <message>
        <source>of {pages}</source>
        <translation>／{pages}</translation>
    </message>
    <message>
        <source>{percent}%</source>
        <translation>{percent}%</translation>
    </message>
</context>
<context>
    <name>PageBox</name>
    <message>
        <source>Go to page (Ctrl+G)</source>
        <translation>ページへ移動 (Ctrl+G)</translation>
    </message>
    <message>
        <source>Page number</source>
        <translation>ページ番号</translation>
    </message>
</context>
<context>
    <name>PageBrowser</name>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Select all of this page</source>
        <translation>このページをすべて選択</translation>
    </message>
    <message>
        <source>Turn left</source>
        <translation>左に回転</translation>
    </message>
    <message>
        <source>Turn right</source>
        <translation>右に回転</translation>
    </message>
</context>
<context>
    <name>PageCommands</name>
    <message>
        <source>No sentence of the answer uses this passage.</source>
        <translation>この箇所を使った文は回答にありません。</translation>
    </message>
    <message>
        <source>Saved as test question: {file}</source>
        <translation>テスト質問として保存しました：{file}</translation>
    </message>
    <message>
        <source>Sentence {number} of {count}</source>
        <translation>{number}／{count} 文目</translation>
    </message>
</context>
<context>
    <name>PageSwitch</name>
    <message>
        <source>All documents</source>
        <translation>全文書</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>質問</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>チェック</translation>
    </message>
    <message>
        <source>Page: {name}</source>
        <translation>ページ：{name}</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>検索</translation>
    </message>
</context>
<context>
    <name>PageTools</name>
    <message>
        <source>Copy citation</source>
        <translation>引用をコピー</translation>
    </message>
    <message>
        <source>Find (Ctrl+F)</source>
        <translation>検索 (Ctrl+F)</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>ファイルを開く</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>ページ</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>フォルダーで表示</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>テキスト</translation>
    </message>
</context>
<context>
    <name>PageView</name>
    <message>
        <source>Opening the page…</source>
        <translation>ページを開いています…</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>ページ</translation>
    </message>
</context>
<context>
    <name>PaletteCommands</name>
    <message>
        <source>Library</source>
        <translation>ライブラリ</translation>
    </message>
</context>
<context>
    <name>PalettePopup</name>
    <message>
        <source>Command palette</source>
        <translation>コマンドパレット</translation>
    </message>
    <message>
        <source>Enter: choose · Esc: close</source>
        <translation>Enter：選択 · Esc：閉じる</translation>
    </message>
    <message>
        <source>Enter: open · Ctrl+Enter: ask only this file</source>
        <translation>Enter：開く · Ctrl+Enter：このファイルだけに質問</translation>
    </message>
    <message>
        <source>Find a command, library, conversation or file</source>
        <translation>コマンド、ライブラリ、会話、ファイルを探す</translation>
    </message>
    <message>
        <source>Nothing fits “{query}”.</source>
        <translation>「{query}」に合うものはありません。</translation>
    </message>
</context>
<context>
    <name>PassageQuote</name>
    <message>
        <source>Show in document</source>
        <translation>文書内で表示</translation>
    </message>
</context>
<context>
    <name>PassageTable</name>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>In the answer</source>
        <translation>回答での扱い</translation>
    </message>
    <message>
        <source>Passage</source>
        <translation>箇所</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>スコア</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>その後</translation>
    </message>
</context>
<context>
    <name>PassageViewer</name>
    <message>
        <source>Copy link</source>
        <translation>リンクをコピー</translation>
    </message>
    <message>
        <source>Save a copy with highlights…</source>
        <translation>ハイライト付きのコピーを保存…</translation>
    </message>
    <message>
        <source>The file that this note is about isn&apos;t in this library.</source>
        <translation>このメモの対象ファイルはこのライブラリにありません。</translation>
    </message>
</context>
<context>
    <name>PassagesPage</name>
    <message>
        <source>Bold passages are sources of the answer. Click one to see its page.</source>
        <translation>太字の箇所は回答の出典です。クリックするとページを表示します。</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>箇所</translation>
    </message>
    <message>
        <source>This passage is not among the answer&apos;s sources, so it cannot be opened here.</source>
        <translation>この箇所は回答の出典ではないため、ここでは開けません。</translation>
    </message>
</context>
<context>
    <name>PostprocessorCard</name>
    <message>
        <source>Move up</source>
        <translation>上へ移動</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>取り除く</translation>
    </message>
</context>
<context>
    <name>PostprocessorList</name>
    <message>
        <source>Add a step</source>
        <translation>手順を追加</translation>
    </message>
</context>
<context>
    <name>PreviewLine</name>
    <message>
        <source>Counting the files…</source>
        <translation>ファイルを数えています…</translation>
    </message>
    <message>
        <source>Show what is left out</source>
        <translation>対象外のものを表示</translation>
    </message>
</context>
<context>
    <name>ProgramsDialog</name>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Connect a program</source>
        <translation>プログラムを接続</translation>
    </message>
    <message>
        <source>Local API</source>
        <translation>ローカルAPI</translation>
    </message>
    <message>
        <source>MCP</source>
        <translation>MCP</translation>
    </message>
    <message>
        <source>Shared libraries</source>
        <translation>共有するライブラリ</translation>
    </message>
</context>
<context>
    <name>ProgramsRow</name>
    <message>
        <source>Connect a program…</source>
        <translation>プログラムを接続…</translation>
    </message>
    <message>
        <source>MCP, the local API, and the libraries that other programs of this computer may ask.</source>
        <translation>MCP、ローカルAPI、このコンピューターのほかのプログラムが使えるライブラリを設定します。</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>ほかのプログラム</translation>
    </message>
</context>
<context>
    <name>PromptModel</name>
    <message>
        <source>Cannot be used</source>
        <translation>使えません</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>更新日</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>既定</translation>
    </message>
</context>
<context>
    <name>PromptsPage</name>
    <message>
        <source>Prompts</source>
        <translation>プロンプト</translation>
    </message>
    <message>
        <source>Reset to default</source>
        <translation>既定に戻す</translation>
    </message>
    <message>
        <source>Variables are filled in when the prompt is sent. Click one to insert it.</source>
        <translation>変数はプロンプトの送信時に埋められます。クリックすると挿入します。</translation>
    </message>
</context>
<context>
    <name>PullDialog</name>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>接続中…</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>ダウンロード</translation>
    </message>
    <message>
        <source>Download a model for {connection}</source>
        <translation>{connection} のモデルをダウンロード</translation>
    </message>
    <message>
        <source>Enter the name of a model.</source>
        <translation>モデルの名前を入力してください。</translation>
    </message>
    <message>
        <source>Find names</source>
        <translation>名前を探す</translation>
    </message>
    <message>
        <source>Name of the model</source>
        <translation>モデルの名前</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>中止</translation>
    </message>
    <message>
        <source>Stopped. The server continues here the next time.</source>
        <translation>中止しました。次回はサーバーがここから続けます。</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>{connection} downloads the model and keeps it. A “4b” model takes about 2.5 GB.</source>
        <translation>{connection} がモデルをダウンロードして保存します。「4b」のモデルは約 2.5 GB です。</translation>
    </message>
    <message>
        <source>{model} is there.</source>
        <translation>{model} の準備ができました。</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>&amp;Look in:</source>
        <translation>場所(&amp;L):</translation>
    </message>
    <message>
        <source>Files of &amp;type:</source>
        <translation>ファイルの種類(&amp;T):</translation>
    </message>
</context>
<context>
    <name>QuestionBox</name>
    <message>
        <source>Ask</source>
        <translation>質問</translation>
    </message>
    <message>
        <source>Ask (Enter)</source>
        <translation>質問 (Enter)</translation>
    </message>
    <message>
        <source>Ask your files…</source>
        <translation>ファイルに質問…</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>ファイルを添付</translation>
    </message>
    <message>
        <source>Describe a task…</source>
        <translation>作業を説明…</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>探す</translation>
    </message>
    <message>
        <source>Find passages…</source>
        <translation>箇所を探す…</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>送信</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>開始</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>中止</translation>
    </message>
    <message>
        <source>Stop (Esc). The answer so far is kept.</source>
        <translation>中止 (Esc)。それまでの回答は残ります。</translation>
    </message>
    <message>
        <source>Summarise</source>
        <translation>要約</translation>
    </message>
    <message>
        <source>What should be summarised?</source>
        <translation>何を要約しますか？</translation>
    </message>
    <message>
        <source>Write a message…</source>
        <translation>メッセージを入力…</translation>
    </message>
</context>
<context>
    <name>QuestionDialog</name>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Expected sources</source>
        <translation>期待する出典</translation>
    </message>
    <message>
        <source>One file per line, by name or full path. Add “, page 12” if only that page counts.</source>
        <translation>1 行に 1 ファイル（名前またはフルパス）。特定のページだけなら「, page 12」を付けます。</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>質問</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Test question</source>
        <translation>テスト質問</translation>
    </message>
    <message>
        <source>report.pdf, page 12</source>
        <translation>report.pdf, page 12</translation>
    </message>
</context>
<context>
    <name>QuestionSetDialog</name>
    <message>
        <source>Add…</source>
        <translation>追加…</translation>
    </message>
    <message>
        <source>Ask all</source>
        <translation>すべて質問</translation>
    </message>
    <message>
        <source>Asking {count}…</source>
        <translation>{count} を質問中…</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>質問中…</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>編集…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>書き出す…</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>読み込む…</translation>
    </message>
    <message>
        <source>Keep as “before”</source>
        <translation>「前」として保持</translation>
    </message>
    <message>
        <source>Questions for which you know the right source. Ask them before and after you change settings. The best score is 1.</source>
        <translation>正しい出典がわかっている質問です。設定を変える前と後に質問してください。最高のスコアは 1 です。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>取り除く</translation>
    </message>
    <message>
        <source>Saved.</source>
        <translation>保存しました。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>中止</translation>
    </message>
    <message>
        <source>Test questions</source>
        <translation>テスト質問</translation>
    </message>
    <message>
        <source>Test questions of “{name}”</source>
        <translation>「{name}」のテスト質問</translation>
    </message>
</context>
<context>
    <name>QuestionSetFiles</name>
    <message>
        <source>Export questions</source>
        <translation>質問を書き出す</translation>
    </message>
    <message>
        <source>Import questions</source>
        <translation>質問を読み込む</translation>
    </message>
</context>
<context>
    <name>QuestionTools</name>
    <message>
        <source>Advanced</source>
        <translation>詳細</translation>
    </message>
    <message>
        <source>Advanced settings in use</source>
        <translation>詳細設定を使用中</translation>
    </message>
    <message>
        <source>Changed for this conversation: {what}</source>
        <translation>この会話での変更：{what}</translation>
    </message>
    <message>
        <source>Libraries asked: {names}</source>
        <translation>検索するライブラリ：{names}</translation>
    </message>
    <message>
        <source>Mode: {name}</source>
        <translation>モード：{name}</translation>
    </message>
    <message>
        <source>Search and answer settings (Ctrl+Shift+A)</source>
        <translation>検索と回答の設定 (Ctrl+Shift+A)</translation>
    </message>
    <message>
        <source>{name} + {count}</source>
        <translation>{name} + {count}</translation>
    </message>
</context>
<context>
    <name>RecordPlaces</name>
    <message>
        <source>Open in Zotero</source>
        <translation>Zotero で開く</translation>
    </message>
    <message>
        <source>Show the page that this note is about</source>
        <translation>このメモの対象ページを表示</translation>
    </message>
</context>
<context>
    <name>RegisterModel</name>
    <message>
        <source>About</source>
        <translation>項目</translation>
    </message>
    <message>
        <source>File</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>Sentence</source>
        <translation>文</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>値</translation>
    </message>
</context>
<context>
    <name>RegisterSection</name>
    <message>
        <source>About {tokens} tokens of {model}.</source>
        <translation>{model} で約 {tokens} トークン。</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>すべての種類</translation>
    </message>
    <message>
        <source>Ask the model</source>
        <translation>モデルに聞く</translation>
    </message>
    <message>
        <source>Ask the model too</source>
        <translation>モデルにも聞く</translation>
    </message>
    <message>
        <source>At the prices in the settings they cost about {cost}.</source>
        <translation>設定の価格では約 {cost} かかります。</translation>
    </message>
    <message>
        <source>Export the register</source>
        <translation>一覧を書き出す</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>書き出す…</translation>
    </message>
    <message>
        <source>Filter by words, file or sentence</source>
        <translation>語句、ファイル、文で絞り込む</translation>
    </message>
    <message>
        <source>It depends on something else, and is not computed.</source>
        <translation>ほかの事柄によって決まるため、計算しません。</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>Look through the documents again</source>
        <translation>文書をもう一度調べる</translation>
    </message>
    <message>
        <source>Looking through the documents: {done} of {total}</source>
        <translation>文書を調べています：{total} 件中 {done} 件</translation>
    </message>
    <message>
        <source>Looking through the documents…</source>
        <translation>文書を調べています…</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>後で</translation>
    </message>
    <message>
        <source>Only what has a date, in order</source>
        <translation>日付のあるものだけを順に表示</translation>
    </message>
    <message>
        <source>Parts of texts for the model to read: {parts}, in {documents} documents.</source>
        <translation>モデルが読むテキストの部分：{parts} 件（文書 {documents} 件）。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>中止</translation>
    </message>
    <message>
        <source>The document does not say which of two days this is.</source>
        <translation>二つの日付のどちらかは、文書からはわかりません。</translation>
    </message>
    <message>
        <source>The model found it; its words stand in this sentence.</source>
        <translation>モデルが検出しました。その語句はこの文にあります。</translation>
    </message>
    <message>
        <source>The model looks for what the rules miss. Only what stands in a sentence is listed.</source>
        <translation>ルールで見つからないものをモデルが探します。文に書かれているものだけを一覧に載せます。</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>タイムライン</translation>
    </message>
    <message>
        <source>To calendar…</source>
        <translation>カレンダーへ…</translation>
    </message>
    <message>
        <source>Write a calendar</source>
        <translation>カレンダーを書き出す</translation>
    </message>
    <message>
        <source>{shown} of {rows} rows</source>
        <translation>{rows} 行中 {shown} 行</translation>
    </message>
</context>
<context>
    <name>RegisterWords</name>
    <message>
        <source>Address</source>
        <translation>住所</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>金額</translation>
    </message>
    <message>
        <source>Could not be read: {files}.</source>
        <translation>読み取れませんでした：{files}。</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日付</translation>
    </message>
    <message>
        <source>Deadline</source>
        <translation>期限</translation>
    </message>
    <message>
        <source>Left out, because no sentence says it: {count}.</source>
        <translation>どの文にも書かれていないため除外：{count} 件。</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>番号</translation>
    </message>
    <message>
        <source>Party</source>
        <translation>当事者</translation>
    </message>
    <message>
        <source>The model read {answered} of {parts} parts.</source>
        <translation>モデルは {parts} 部分のうち {answered} 部分を読み取りました。</translation>
    </message>
    <message>
        <source>{file}, page {label}</source>
        <translation>{file}、{label} ページ</translation>
    </message>
    <message>
        <source>{file}, slide {label}</source>
        <translation>{file}、スライド {label}</translation>
    </message>
    <message>
        <source>{kind} (model)</source>
        <translation>{kind}（モデル）</translation>
    </message>
    <message>
        <source>{one} or {other}</source>
        <translation>{one} または {other}</translation>
    </message>
    <message>
        <source>{read} of {files} documents looked through.</source>
        <translation>{files} 件中 {read} 件の文書を調べました。</translation>
    </message>
</context>
<context>
    <name>ResultList</name>
    <message>
        <source>Results</source>
        <translation>結果</translation>
    </message>
</context>
<context>
    <name>ResultMenus</name>
    <message>
        <source>Ask about the selected files</source>
        <translation>選択したファイルについて質問</translation>
    </message>
    <message>
        <source>Ask about this file</source>
        <translation>このファイルについて質問</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>リンクをコピー</translation>
    </message>
    <message>
        <source>Make a table of these files</source>
        <translation>これらのファイルで表を作成</translation>
    </message>
    <message>
        <source>Make a table of this file</source>
        <translation>このファイルで表を作成</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>ファイルを開く</translation>
    </message>
    <message>
        <source>Save as test question: page {page} is right</source>
        <translation>テスト質問として保存：{page} ページが正解</translation>
    </message>
    <message>
        <source>Save as test question: this file is right</source>
        <translation>テスト質問として保存：このファイルが正解</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>フォルダーで表示</translation>
    </message>
    <message>
        <source>Show page</source>
        <translation>ページを表示</translation>
    </message>
</context>
<context>
    <name>SaveDialog</name>
    <message>
        <source>Replace</source>
        <translation>置き換える</translation>
    </message>
    <message>
        <source>Replace “{file}”?</source>
        <translation>「{file}」を置き換えますか？</translation>
    </message>
    <message>
        <source>There is a file of this name in the folder.</source>
        <translation>フォルダーに同じ名前のファイルがあります。</translation>
    </message>
</context>
<context>
    <name>Scope</name>
    <message>
        <source>Last year</source>
        <translation>昨年</translation>
    </message>
    <message>
        <source>This month</source>
        <translation>今月</translation>
    </message>
    <message>
        <source>This week</source>
        <translation>今週</translation>
    </message>
    <message>
        <source>This year</source>
        <translation>今年</translation>
    </message>
    <message>
        <source>last changed then</source>
        <translation>その時期に更新</translation>
    </message>
    <message>
        <source>since {day}</source>
        <translation>{day} 以降</translation>
    </message>
    <message>
        <source>{type} files</source>
        <translation>{type} ファイル</translation>
    </message>
</context>
<context>
    <name>ScopeChips</name>
    <message>
        <source>Asking only {what}. Press to remove.</source>
        <translation>{what} だけに質問します。押すと解除します。</translation>
    </message>
    <message>
        <source>Click to remove</source>
        <translation>クリックで解除</translation>
    </message>
    <message>
        <source>Only in</source>
        <translation>対象</translation>
    </message>
    <message>
        <source>What is asked</source>
        <translation>質問の対象</translation>
    </message>
</context>
<context>
    <name>Search</name>
    <message numerus="yes">
        <source>%Ln more in this file</source>
        <translation>
            <numerusform>このファイルに他 %Ln 件</numerusform>
        </translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>期間の指定なし</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>アーカイブ</translation>
    </message>
    <message>
        <source>Book</source>
        <translation>書籍</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>コード</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>データ</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>過去 7 日間</translation>
    </message>
    <message>
        <source>Last month</source>
        <translation>過去 1 か月</translation>
    </message>
    <message>
        <source>Last year</source>
        <translation>過去 1 年</translation>
    </message>
    <message>
        <source>Mail</source>
        <translation>メール</translation>
    </message>
    <message>
        <source>No passage contains these words · {files} close in meaning</source>
        <translation>これらの語句を含む箇所はありません · 意味の近い {files}</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>その他</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>画像</translation>
    </message>
    <message>
        <source>Presentation</source>
        <translation>プレゼンテーション</translation>
    </message>
    <message>
        <source>Show more files</source>
        <translation>さらにファイルを表示</translation>
    </message>
    <message>
        <source>Spreadsheet</source>
        <translation>スプレッドシート</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>テキスト</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>ウェブページ</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>Word</translation>
    </message>
    <message numerus="yes">
        <source>also in %Ln other files</source>
        <translation>
            <numerusform>他 %Ln 個のファイルにも</numerusform>
        </translation>
    </message>
    <message>
        <source>file name</source>
        <translation>ファイル名</translation>
    </message>
</context>
<context>
    <name>SearchBox</name>
    <message>
        <source>Clear</source>
        <translation>クリア</translation>
    </message>
</context>
<context>
    <name>SearchEdit</name>
    <message>
        <source>Search</source>
        <translation>検索</translation>
    </message>
    <message>
        <source>Search in these files</source>
        <translation>これらのファイルを検索</translation>
    </message>
</context>
<context>
    <name>SearchPane</name>
    <message>
        <source>Ask about the {count} selected files</source>
        <translation>選択した {count} 個のファイルについて質問</translation>
    </message>
    <message>
        <source>Ask about these results</source>
        <translation>これらの結果について質問</translation>
    </message>
    <message>
        <source>Ask each of these files the questions of a review table</source>
        <translation>これらのファイルそれぞれに表の質問をします</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>ライブラリ</translation>
    </message>
    <message>
        <source>Make a table</source>
        <translation>表を作成</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>ページ</translation>
    </message>
    <message>
        <source>by words only: {reason}</source>
        <translation>語句のみ：{reason}</translation>
    </message>
    <message>
        <source>did you mean “{query}”?</source>
        <translation>もしかして「{query}」？</translation>
    </message>
</context>
<context>
    <name>Section</name>
    <message>
        <source>Calendar (*.ics)</source>
        <translation>カレンダー (*.ics)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Saved to “{name}”.</source>
        <translation>「{name}」に保存しました。</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>表 (*.csv)</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>Web ページ (*.html)</translation>
    </message>
    <message>
        <source>Word document (*.docx)</source>
        <translation>Word 文書 (*.docx)</translation>
    </message>
    <message>
        <source>Workbook (*.xlsx)</source>
        <translation>ブック (*.xlsx)</translation>
    </message>
</context>
<context>
    <name>SettingEntries</name>
    <message>
        <source>Settings</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>answer length maximum tokens</source>
        <translation>回答の長さ 最大トークン数</translation>
    </message>
    <message>
        <source>chunk size chunks tokens</source>
        <translation>チャンクサイズ チャンク トークン chunk size</translation>
    </message>
    <message>
        <source>context length tokens num_ctx</source>
        <translation>コンテキスト長 トークン num_ctx</translation>
    </message>
    <message>
        <source>font size zoom scale larger smaller</source>
        <translation>フォントサイズ 文字の大きさ 拡大 縮小 ズーム</translation>
    </message>
    <message>
        <source>hotkeys key bindings</source>
        <translation>ショートカット ホットキー キー割り当て</translation>
    </message>
    <message>
        <source>llm language model</source>
        <translation>LLM 言語モデル</translation>
    </message>
    <message>
        <source>proxy internet connection privacy network</source>
        <translation>プロキシ インターネット 接続 プライバシー ネットワーク proxy</translation>
    </message>
    <message>
        <source>reranking filters cutoff score</source>
        <translation>リランキング 再ランキング フィルター しきい値 スコア</translation>
    </message>
    <message>
        <source>retriever hybrid keyword vector semantic</source>
        <translation>リトリーバー ハイブリッド キーワード ベクトル 意味</translation>
    </message>
    <message>
        <source>theme dark mode light mode contrast colours</source>
        <translation>テーマ ダークモード 暗い 明るい コントラスト 色 theme</translation>
    </message>
    <message>
        <source>timeout wait seconds</source>
        <translation>タイムアウト 待ち時間 秒</translation>
    </message>
    <message>
        <source>top k chunks number of sources results</source>
        <translation>top k チャンク 出典の数 件数 結果</translation>
    </message>
    <message>
        <source>translation locale English Deutsch 日本語 中文</source>
        <translation>翻訳 language English Deutsch 日本語 中文</translation>
    </message>
    <message>
        <source>url server endpoint host port api proxy</source>
        <translation>URL サーバー エンドポイント ホスト ポート API プロキシ</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Export or import</source>
        <translation>書き出しと読み込み</translation>
    </message>
    <message>
        <source>Export settings without keys and passwords</source>
        <translation>設定を書き出す（キーとパスワードを除く）</translation>
    </message>
    <message>
        <source>Export settings…</source>
        <translation>設定を書き出す…</translation>
    </message>
    <message>
        <source>Import settings</source>
        <translation>設定を読み込む</translation>
    </message>
    <message>
        <source>Import settings…</source>
        <translation>設定を読み込む…</translation>
    </message>
    <message>
        <source>Keys and passwords stay as they are.</source>
        <translation>キーとパスワードはそのまま残ります。</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>置き換える</translation>
    </message>
    <message>
        <source>Replace all settings with those of “{file}”?</source>
        <translation>すべての設定を「{file}」の内容に置き換えますか？</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>The other settings are imported.</source>
        <translation>その他の設定を読み込みました。</translation>
    </message>
</context>
<context>
    <name>SharedPage</name>
    <message>
        <source>Other programs find only the libraries that are ticked here. What they read may go to the servers of their models.</source>
        <translation>ほかのプログラムから見えるのは、ここでチェックを付けたライブラリだけです。読み取られた内容は、それらのモデルのサーバーに送られることがあります。</translation>
    </message>
    <message>
        <source>There is no library yet.</source>
        <translation>ライブラリはまだありません。</translation>
    </message>
</context>
<context>
    <name>ShortcutRow</name>
    <message>
        <source>Also used by {commands}.</source>
        <translation>{commands} でも使われています。</translation>
    </message>
    <message>
        <source>Keys for “{command}”</source>
        <translation>「{command}」のキー</translation>
    </message>
    <message>
        <source>Usual keys for “{command}”</source>
        <translation>「{command}」の既定のキー</translation>
    </message>
</context>
<context>
    <name>ShortcutSheet</name>
    <message>
        <source>Ask</source>
        <translation>質問</translation>
    </message>
    <message>
        <source>Boxes, lists and answers</source>
        <translation>入力欄、一覧、回答</translation>
    </message>
    <message>
        <source>Change shortcuts…</source>
        <translation>ショートカットを変更…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>コマンドとそのキー</translation>
    </message>
    <message>
        <source>Document larger, smaller</source>
        <translation>文書の拡大、縮小</translation>
    </message>
    <message>
        <source>Document: fit width, fit page, actual size</source>
        <translation>文書：幅に合わせる、ページ全体、実際のサイズ</translation>
    </message>
    <message>
        <source>Find a command or key</source>
        <translation>コマンドかキーを探す</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>キーボードショートカット</translation>
    </message>
    <message>
        <source>Menu of the chosen row</source>
        <translation>選択した行のメニュー</translation>
    </message>
    <message>
        <source>New line in the question</source>
        <translation>質問の中で改行</translation>
    </message>
    <message>
        <source>Next or previous number in an answer</source>
        <translation>回答の次または前の番号</translation>
    </message>
    <message>
        <source>No command fits.</source>
        <translation>一致するコマンドはありません。</translation>
    </message>
    <message>
        <source>Open the document of a number</source>
        <translation>番号の文書を開く</translation>
    </message>
    <message>
        <source>Open the guide</source>
        <translation>ガイドを開く</translation>
    </message>
    <message>
        <source>Rename the chosen library or conversation</source>
        <translation>選択したライブラリまたは会話の名前を変更</translation>
    </message>
</context>
<context>
    <name>Shortcuts</name>
    <message>
        <source> or </source>
        <translation> または </translation>
    </message>
    <message>
        <source>Give one of them other keys.</source>
        <translation>どちらかを別のキーにしてください。</translation>
    </message>
    <message>
        <source>“{first}” and “{second}” have the same keys.</source>
        <translation>「{first}」と「{second}」のキーが同じです。</translation>
    </message>
</context>
<context>
    <name>ShortcutsEditor</name>
    <message>
        <source>Reset all</source>
        <translation>すべてリセット</translation>
    </message>
</context>
<context>
    <name>SideBySide</name>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>対象外にする</translation>
    </message>
    <message>
        <source>Show again</source>
        <translation>再び表示</translation>
    </message>
</context>
<context>
    <name>SourceChips</name>
    <message>
        <source>Click to remove</source>
        <translation>クリックで解除</translation>
    </message>
    <message>
        <source>What is asked as well</source>
        <translation>ほかに検索する対象</translation>
    </message>
    <message>
        <source>{name} (deleted)</source>
        <translation>{name}（削除済み）</translation>
    </message>
    <message>
        <source>{what} is asked too. Press to remove.</source>
        <translation>{what} も検索されます。押すと外します。</translation>
    </message>
    <message>
        <source>{what} is attached. Press to remove.</source>
        <translation>{what} が添付されています。押すと外します。</translation>
    </message>
</context>
<context>
    <name>SourceList</name>
    <message>
        <source>Copy link</source>
        <translation>リンクをコピー</translation>
    </message>
    <message>
        <source>Open in Zotero</source>
        <translation>Zotero で開く</translation>
    </message>
    <message>
        <source>Save as test question: page {page} is right</source>
        <translation>テスト質問として保存：{page} ページが正解</translation>
    </message>
    <message>
        <source>Save as test question: this file is right</source>
        <translation>テスト質問として保存：このファイルが正解</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>出典</translation>
    </message>
    <message>
        <source>This answers it</source>
        <translation>これが答えです</translation>
    </message>
</context>
<context>
    <name>SourceModel</name>
    <message>
        <source>Folded</source>
        <translation>折りたたみ</translation>
    </message>
    <message>
        <source>Found but not used · {count}</source>
        <translation>見つかったが未使用 · {count}</translation>
    </message>
    <message>
        <source>Unfolded</source>
        <translation>展開</translation>
    </message>
</context>
<context>
    <name>SourceNotice</name>
    <message>
        <source>Read again</source>
        <translation>もう一度読み取る</translation>
    </message>
    <message>
        <source>The file is being read again. Its new text appears here.</source>
        <translation>ファイルをもう一度読み取っています。新しいテキストはここに表示されます。</translation>
    </message>
    <message>
        <source>This is the text as it was read.</source>
        <translation>読み取った時点のテキストです。</translation>
    </message>
    <message>
        <source>This is “{name}” as it was until {time}, in words only.</source>
        <translation>{time}までの「{name}」です（テキストのみ）。</translation>
    </message>
    <message>
        <source>“{name}” can&apos;t be reached: it was moved or deleted, or its drive is not connected.</source>
        <translation>「{name}」にアクセスできません。移動または削除されたか、ドライブが接続されていません。</translation>
    </message>
    <message>
        <source>“{name}” has changed since it was read.</source>
        <translation>「{name}」は読み取り後に変更されています。</translation>
    </message>
</context>
<context>
    <name>SourcePane</name>
    <message>
        <source>Choose a result to see its page, with the passage marked.</source>
        <translation>結果を選ぶと、箇所に印を付けてページを表示します。</translation>
    </message>
    <message>
        <source>Citation copied</source>
        <translation>引用をコピーしました</translation>
    </message>
    <message>
        <source>Click a number in an answer to see its page, with the passage marked.</source>
        <translation>回答の番号をクリックすると、箇所に印を付けてページを表示します。</translation>
    </message>
    <message>
        <source>Hide sources</source>
        <translation>出典を隠す</translation>
    </message>
    <message>
        <source>Link copied</source>
        <translation>リンクをコピーしました</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>ページ</translation>
    </message>
    <message>
        <source>Show where the answer uses the source</source>
        <translation>回答が出典を使った箇所を表示</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>出典</translation>
    </message>
    <message>
        <source>Sources appear here</source>
        <translation>出典がここに表示されます</translation>
    </message>
    <message>
        <source>The page appears here</source>
        <translation>ページがここに表示されます</translation>
    </message>
</context>
<context>
    <name>StageModel</name>
    <message>
        <source>Summary</source>
        <translation>概要</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Add the files you want to ask. They stay where they are.</source>
        <translation>質問したいファイルを追加してください。ファイルは元の場所に残ります。</translation>
    </message>
    <message>
        <source>Answers come from {files}. Each statement shows where it was found.</source>
        <translation>回答は {files}に基づきます。各記述に見つかった場所が示されます。</translation>
    </message>
    <message>
        <source>Ask questions of your own files</source>
        <translation>自分のファイルに質問できます</translation>
    </message>
    <message>
        <source>Ask “{name}”</source>
        <translation>「{name}」に質問</translation>
    </message>
    <message>
        <source>Reading “{name}”</source>
        <translation>「{name}」を読み取り中</translation>
    </message>
    <message>
        <source>There is no library, but your conversations can still be read.</source>
        <translation>ライブラリはありませんが、これまでの会話は読むことができます。</translation>
    </message>
    <message>
        <source>You can ask as soon as the first files have been read.</source>
        <translation>最初のファイルを読み取ると質問できます。</translation>
    </message>
    <message>
        <source>“{name}” is empty</source>
        <translation>「{name}」は空です</translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message>
        <source>Looked through the list of files</source>
        <translation>ファイルの一覧を確認</translation>
    </message>
    <message>
        <source>Read {file}</source>
        <translation>{file} を読みました</translation>
    </message>
    <message>
        <source>Read {file}, page {page}</source>
        <translation>{file} の {page} ページを読みました</translation>
    </message>
    <message>
        <source>Read {file}, pages {first}–{last}</source>
        <translation>{file} の {first}～{last} ページを読みました</translation>
    </message>
    <message>
        <source>Searched for “{query}”</source>
        <translation>「{query}」を検索</translation>
    </message>
    <message>
        <source>Summarised</source>
        <translation>要約しました</translation>
    </message>
    <message>
        <source>Summarised {what}</source>
        <translation>{what} を要約しました</translation>
    </message>
    <message>
        <source>Thought about the next step</source>
        <translation>次の手順を考えました</translation>
    </message>
    <message>
        <source>Used {tool}</source>
        <translation>{tool} を使いました</translation>
    </message>
</context>
<context>
    <name>StepsView</name>
    <message numerus="yes">
        <source>%Ln steps</source>
        <translation>
            <numerusform>%Ln ステップ</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StoredText</name>
    <message>
        <source>Larger</source>
        <translation>大きく</translation>
    </message>
    <message>
        <source>Opening the text…</source>
        <translation>テキストを開いています…</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>小さく</translation>
    </message>
    <message>
        <source>Usual size</source>
        <translation>標準の大きさ</translation>
    </message>
</context>
<context>
    <name>SummaryPage</name>
    <message>
        <source>After searching</source>
        <translation>検索の後</translation>
    </message>
    <message>
        <source>Ask again to see how the answer comes about.</source>
        <translation>回答の過程を見るには、もう一度質問してください。</translation>
    </message>
    <message>
        <source>Context window</source>
        <translation>コンテキストウィンドウ</translation>
    </message>
    <message>
        <source>Everything else</source>
        <translation>その他</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>No details were recorded for this answer.</source>
        <translation>この回答の詳細は記録されていません。</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>箇所</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>質問</translation>
    </message>
    <message>
        <source>Searched for</source>
        <translation>検索した語句</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>検索</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>手順</translation>
    </message>
    <message>
        <source>Time: {time}</source>
        <translation>時間：{time}</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>他 {count} 件</translation>
    </message>
    <message>
        <source>{found} found, {read} in the answer&apos;s sources, {cited} cited</source>
        <translation>{found} 件発見、{read} 件が回答の出典、{cited} 件を引用</translation>
    </message>
</context>
<context>
    <name>TableModel</name>
    <message>
        <source>Document</source>
        <translation>文書</translation>
    </message>
    <message>
        <source>Locked: later runs leave it as it is.</source>
        <translation>ロック中：以降の実行でも変更されません。</translation>
    </message>
</context>
<context>
    <name>TableSection</name>
    <message>
        <source>About {time} without a model.</source>
        <translation>モデルなしで約 {time}。</translation>
    </message>
    <message>
        <source>About {tokens} tokens of {model}.</source>
        <translation>{model} で約 {tokens} トークン。</translation>
    </message>
    <message>
        <source>All cells are filled; of these failed: {count}.</source>
        <translation>すべてのセルを処理しました。失敗：{count}</translation>
    </message>
    <message>
        <source>Answered from the rows of {count} documents.</source>
        <translation>{count}件の文書の行から回答しました。</translation>
    </message>
    <message>
        <source>Asking the documents: {done} of {total}</source>
        <translation>文書に質問しています: {total}件中{done}件</translation>
    </message>
    <message>
        <source>At the prices in the settings they cost about {cost}.</source>
        <translation>設定の価格では約 {cost} かかります。</translation>
    </message>
    <message>
        <source>At this rate the rest takes about {time}.</source>
        <translation>この速さでは残りに約 {time} かかります。</translation>
    </message>
    <message>
        <source>By “{column}”</source>
        <translation>「{column}」別</translation>
    </message>
    <message>
        <source>Cells not filled yet: {count}.</source>
        <translation>まだ埋められていないセル：{count}。</translation>
    </message>
    <message>
        <source>Cells to fill: {cells}, in {documents} documents.</source>
        <translation>埋めるセル：{cells}（文書 {documents} 件）</translation>
    </message>
    <message>
        <source>Change what the table asks, or share its columns as a file.</source>
        <translation>表の質問を変更したり、列をファイルとして共有したりします。</translation>
    </message>
    <message>
        <source>Check a cell</source>
        <translation>セルを確認</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>続ける</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Export the table</source>
        <translation>表を書き出す</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>書き出す…</translation>
    </message>
    <message>
        <source>Fill</source>
        <translation>埋める</translation>
    </message>
    <message>
        <source>Fill all</source>
        <translation>すべて埋める</translation>
    </message>
    <message>
        <source>Fill the rest</source>
        <translation>残りを埋める</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>グループ化</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>ロック</translation>
    </message>
    <message>
        <source>Look at the rows that are filled before the rest is.</source>
        <translation>残りを埋める前に、埋まった行をご確認ください。</translation>
    </message>
    <message>
        <source>Most cost</source>
        <translation>費用の上限</translation>
    </message>
    <message>
        <source>No groups</source>
        <translation>グループなし</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>制限なし</translation>
    </message>
    <message>
        <source>No row fits.</source>
        <translation>該当する行はありません。</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>今はしない</translation>
    </message>
    <message>
        <source>Not stated</source>
        <translation>記載なし</translation>
    </message>
    <message>
        <source>Only the first {count} rows are shown.</source>
        <translation>最初の {count} 行だけを表示しています。</translation>
    </message>
    <message>
        <source>Columns…</source>
        <translation>列…</translation>
    </message>
    <message>
        <source>Ask the table…</source>
        <translation>表に質問…</translation>
    </message>
    <message>
        <source>By file, value or state.</source>
        <translation>ファイル、値、状態で絞り込みます。</translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation>行を絞り込む</translation>
    </message>
    <message>
        <source>In words, or as SELECT … FROM documents.</source>
        <translation>文章で、または SELECT … FROM documents で質問できます。</translation>
    </message>
    <message>
        <source>New table…</source>
        <translation>新しい表…</translation>
    </message>
    <message>
        <source>Open the passage</source>
        <translation>該当箇所を開く</translation>
    </message>
    <message>
        <source>Question to the table</source>
        <translation>表への質問</translation>
    </message>
    <message>
        <source>Set by hand. Found: {value}</source>
        <translation>手で入力した値です。見つかった値：{value}</translation>
    </message>
    <message>
        <source>Set five cells of a column yourself: the table then tells how often it is right.</source>
        <translation>1 つの列で 5 つのセルをご自身で入力すると、その列がどれくらい正しいかが表示されます。</translation>
    </message>
    <message>
        <source>Set the value…</source>
        <translation>値を入力…</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>すべて表示</translation>
    </message>
    <message>
        <source>Show only these</source>
        <translation>これらだけを表示</translation>
    </message>
    <message>
        <source>Since the last run: documents that are new {new}, that are gone {gone}, cells that differ {cells}.</source>
        <translation>前回の実行以降：新しい文書 {new}、なくなった文書 {gone}、変わったセル {cells}</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop at</source>
        <translation>停止する費用</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>The limit is reached. Cells not filled yet: {count}.</source>
        <translation>上限に達しました。未入力のセル：{count}。</translation>
    </message>
    <message>
        <source>The model is asked until it cost so much; then you can continue.</source>
        <translation>この費用に達するまでモデルに質問します。その後、続行できます。</translation>
    </message>
    <message>
        <source>This run cost about {cost}.</source>
        <translation>今回の費用は約 {cost} です。</translation>
    </message>
    <message>
        <source>Try these again</source>
        <translation>失敗したセルを再試行</translation>
    </message>
    <message>
        <source>Try {count} documents</source>
        <translation>{count} 件の文書で試す</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>ロックを解除</translation>
    </message>
    <message>
        <source>Use what was found</source>
        <translation>見つかった値に戻す</translation>
    </message>
    <message>
        <source>Values are quoted, without a model.</source>
        <translation>値は引用で、モデルは使っていません。</translation>
    </message>
    <message>
        <source>{column}: without a value {count} ({state}).</source>
        <translation>{column}：値なし {count}件（{state}）。</translation>
    </message>
    <message>
        <source>{column}: {agreed} of {filled} agree with you ({low} to {high}).</source>
        <translation>{column}：{filled} 件中 {agreed} 件があなたの値と一致（{low}〜{high}）。</translation>
    </message>
    <message>
        <source>{column}: {agreed} of {filled} agree with you. Five tell a rate.</source>
        <translation>{column}：{filled} 件中 {agreed} 件があなたの値と一致。5 件から割合を示します。</translation>
    </message>
    <message>
        <source>{read} of {files} documents read.</source>
        <translation>{files}件中{read}件の文書を読みました。</translation>
    </message>
</context>
<context>
    <name>TableWords</name>
    <message>
        <source>Amount of money</source>
        <translation>金額</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日付</translation>
    </message>
    <message>
        <source>Number with unit</source>
        <translation>単位付きの数</translation>
    </message>
    <message>
        <source>One of several choices</source>
        <translation>選択肢から1つ</translation>
    </message>
    <message>
        <source>Person or company</source>
        <translation>人または会社</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>テキスト</translation>
    </message>
    <message>
        <source>Yes or no</source>
        <translation>はい・いいえ</translation>
    </message>
    <message>
        <source>disagrees</source>
        <translation>文書内で矛盾</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>found</source>
        <translation>検出</translation>
    </message>
    <message>
        <source>not asked</source>
        <translation>対象外の質問</translation>
    </message>
    <message>
        <source>not filled yet</source>
        <translation>未入力</translation>
    </message>
    <message>
        <source>not readable</source>
        <translation>読み取れません</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>記載なし</translation>
    </message>
    <message>
        <source>set by hand</source>
        <translation>手動で設定</translation>
    </message>
</context>
<context>
    <name>TestQuestions</name>
    <message>
        <source>Before</source>
        <translation>前</translation>
    </message>
    <message>
        <source>Better</source>
        <translation>改善</translation>
    </message>
    <message>
        <source>Expected source</source>
        <translation>期待する出典</translation>
    </message>
    <message>
        <source>Later runs are compared with this one.</source>
        <translation>以後の結果はこれと比べます。</translation>
    </message>
    <message>
        <source>No source yet</source>
        <translation>出典はまだありません</translation>
    </message>
    <message>
        <source>No test questions yet. Choose “Save as test question” from the menu of a source or a search result, or add one here.</source>
        <translation>テスト質問はまだありません。出典や検索結果のメニューから「テスト質問として保存」を選ぶか、ここで追加してください。</translation>
    </message>
    <message>
        <source>Not asked yet.</source>
        <translation>まだ質問していません。</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>今回</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>質問</translation>
    </message>
    <message>
        <source>The questions have changed since the saved result, so the scores can&apos;t be compared.</source>
        <translation>保存した結果の後に質問が変わったため、スコアを比べられません。</translation>
    </message>
    <message>
        <source>Worse</source>
        <translation>悪化</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>見つからず</translation>
    </message>
    <message>
        <source>rank {rank}</source>
        <translation>{rank} 位</translation>
    </message>
    <message>
        <source>{file}, page {page}</source>
        <translation>{file}、{page} ページ</translation>
    </message>
    <message>
        <source>{places} (the words you showed are gone)</source>
        <translation>{places}（示した語句はもうありません）</translation>
    </message>
</context>
<context>
    <name>TextPage</name>
    <message>
        <source>Nothing.</source>
        <translation>なし。</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>受信</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>送信</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>テキスト</translation>
    </message>
</context>
<context>
    <name>ThoughtsView</name>
    <message>
        <source>Thinking…</source>
        <translation>考えています…</translation>
    </message>
    <message>
        <source>Thought for {time}</source>
        <translation>{time}考えました</translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>What the model thought</source>
        <translation>モデルの思考</translation>
    </message>
</context>
<context>
    <name>ThreadRow</name>
    <message numerus="yes">
        <source>%Ln messages of this thread</source>
        <translation>
            <numerusform>このやり取りのメール %Ln 件</numerusform>
        </translation>
    </message>
    <message>
        <source>Ask about these messages</source>
        <translation>これらのメールに質問</translation>
    </message>
</context>
<context>
    <name>ThumbnailList</name>
    <message>
        <source>Page list</source>
        <translation>ページ一覧</translation>
    </message>
</context>
<context>
    <name>Tour</name>
    <message>
        <source>Add folders here, or drop them anywhere. Your files stay where they are and are never changed.</source>
        <translation>フォルダーはここで追加するか、どこにでもドロップできます。ファイルは元の場所に残り、変更されません。</translation>
    </message>
    <message>
        <source>Ask here in your own words. With @ you ask only some files or folders.</source>
        <translation>ここに自分の言葉で質問します。@ で一部のファイルやフォルダーだけに質問できます。</translation>
    </message>
    <message>
        <source>Click a number in an answer to see its page here, with the passage marked.</source>
        <translation>回答の番号をクリックすると、箇所に印を付けてここにページを表示します。</translation>
    </message>
    <message>
        <source>{palette} finds every command, library, conversation and file; {keys} shows all keys.</source>
        <translation>{palette} でコマンド、ライブラリ、会話、ファイルを探せます。{keys} ですべてのキーを表示します。</translation>
    </message>
</context>
<context>
    <name>TourCard</name>
    <message>
        <source>Done</source>
        <translation>完了</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>次へ</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>スキップ</translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation>{number}／{count}</translation>
    </message>
</context>
<context>
    <name>TurnList</name>
    <message>
        <source>Conversation</source>
        <translation>会話</translation>
    </message>
    <message>
        <source>Show earlier questions</source>
        <translation>以前の質問を表示</translation>
    </message>
</context>
<context>
    <name>TurnView</name>
    <message>
        <source>Continue</source>
        <translation>続ける</translation>
    </message>
    <message>
        <source>For answers in full sentences,</source>
        <translation>文章で回答を得るには、</translation>
    </message>
    <message>
        <source>Look in all {count} documents</source>
        <translation>{count}件の文書すべてを調べる</translation>
    </message>
    <message>
        <source>Quotations from your files</source>
        <translation>ファイルからの引用</translation>
    </message>
    <message>
        <source>Sentences without support have a dotted line, words without support a dashed one.</source>
        <translation>根拠のない文には点線、根拠のない語には破線が付きます。</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>設定…</translation>
    </message>
    <message>
        <source>Show what was left out</source>
        <translation>省いた内容を表示</translation>
    </message>
    <message>
        <source>The model has not answered for {seconds} s. Esc stops.</source>
        <translation>モデルから {seconds} 秒間応答がありません。Esc で停止します。</translation>
    </message>
    <message>
        <source>The page “All documents” lists and exports everything that was found.</source>
        <translation>「全文書」のページで、見つかったものをすべて一覧にして書き出せます。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>もう一度試す</translation>
    </message>
    <message>
        <source>You asked about all documents. The answer above rests on the passages that fit best.</source>
        <translation>すべての文書についての質問です。上の回答は、最もよく合う箇所だけに基づいています。</translation>
    </message>
    <message>
        <source>connect a model</source>
        <translation>モデルを接続</translation>
    </message>
</context>
<context>
    <name>VersionBar</name>
    <message>
        <source>Next version</source>
        <translation>次の版</translation>
    </message>
    <message>
        <source>Previous version</source>
        <translation>前の版</translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation>{count} 件中 {number} 件目</translation>
    </message>
</context>
<context>
    <name>WatchButton</name>
    <message>
        <source>Be told once when a file no longer says what stands here</source>
        <translation>ファイルの内容がここの記述と食い違ったときに一度だけ知らせます</translation>
    </message>
    <message>
        <source>Press to stop watching</source>
        <translation>押すと見守りをやめます</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>見守る</translation>
    </message>
    <message>
        <source>Watched</source>
        <translation>見守り中</translation>
    </message>
</context>
<context>
    <name>WatchCommands</name>
    <message>
        <source>It is no longer watched.</source>
        <translation>見守りをやめました。</translation>
    </message>
    <message>
        <source>Show all watched</source>
        <translation>見守り中のものをすべて表示</translation>
    </message>
    <message>
        <source>The conversation was deleted.</source>
        <translation>この会話は削除されました。</translation>
    </message>
    <message>
        <source>{library}: {news}</source>
        <translation>{library}: {news}</translation>
    </message>
</context>
<context>
    <name>Watched</name>
    <message numerus="yes">
        <source>%Ln statements are watched.</source>
        <translation>
            <numerusform>%Ln 件の記述を見守ります。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln statements hold again.</source>
        <translation>
            <numerusform>%Ln 件の記述が再び成り立ちます。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln statements no longer hold.</source>
        <translation>
            <numerusform>%Ln 件の記述が成り立たなくなりました。</numerusform>
        </translation>
    </message>
    <message>
        <source>A new file says otherwise</source>
        <translation>新しいファイルに別の内容</translation>
    </message>
    <message>
        <source>A new file says so, too</source>
        <translation>新しいファイルにも同じ内容</translation>
    </message>
    <message>
        <source>All hold: {count}</source>
        <translation>すべて成り立ちます: {count} 件</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Before: {place}</source>
        <translation>以前: {place}</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>会話</translation>
    </message>
    <message>
        <source>Holds again</source>
        <translation>再び成り立ちます</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新着</translation>
    </message>
    <message numerus="yes">
        <source>New files say something about %Ln statements.</source>
        <translation>
            <numerusform>新しいファイルに %Ln 件の記述に関する内容があります。</numerusform>
        </translation>
    </message>
    <message>
        <source>No longer hold: {count} of {all}</source>
        <translation>成り立たない記述: {all} 件中 {count} 件</translation>
    </message>
    <message>
        <source>No longer holds: {verdict}</source>
        <translation>成り立たなくなりました: {verdict}</translation>
    </message>
    <message>
        <source>Nothing stands in their place.</source>
        <translation>代わりの記述はありません。</translation>
    </message>
    <message>
        <source>Now: {place}</source>
        <translation>現在: {place}</translation>
    </message>
    <message>
        <source>Review table</source>
        <translation>確認表</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文章</translation>
    </message>
    <message>
        <source>The file is gone</source>
        <translation>ファイルがありません</translation>
    </message>
    <message>
        <source>The file is no longer in the library.</source>
        <translation>このファイルはもうライブラリにありません。</translation>
    </message>
    <message>
        <source>The words are gone</source>
        <translation>元の語句がありません</translation>
    </message>
    <message>
        <source>You are told once when a file no longer says so, or a new file says something about them.</source>
        <translation>ファイルの内容が食い違ったとき、または新しいファイルに関連する内容があったときに、一度だけ知らせます。</translation>
    </message>
    <message>
        <source>file gone: {count}</source>
        <translation>ファイルなし: {count} 件</translation>
    </message>
    <message>
        <source>in new files: {count}</source>
        <translation>新しいファイルに記載: {count} 件</translation>
    </message>
    <message>
        <source>watched since {day}</source>
        <translation>{day}から見守り中</translation>
    </message>
</context>
<context>
    <name>WatchedLine</name>
    <message>
        <source>Watched answers and texts</source>
        <translation>見守っている回答と文章</translation>
    </message>
</context>
<context>
    <name>WatchedList</name>
    <message>
        <source>Watched answers and texts</source>
        <translation>見守っている回答と文章</translation>
    </message>
</context>
<context>
    <name>WatchedPane</name>
    <message>
        <source>Checked again whenever a file changes.</source>
        <translation>ファイルが変わるたびに確認し直します。</translation>
    </message>
    <message>
        <source>It stays as it is. You are no longer told when its files change.</source>
        <translation>内容はそのまま残ります。ファイルが変わっても知らせません。</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>ライブラリ</translation>
    </message>
    <message>
        <source>Nothing is watched in this library yet. Choose “Watch this answer” in the menu ⋯ below an answer: when a file no longer says so, you are told here, with the old and the new words.</source>
        <translation>このライブラリではまだ何も見守っていません。回答の下のメニュー ⋯ で「この回答を見守る」を選ぶと、ファイルの内容が食い違ったときに、以前と現在の語句がここに表示されます。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開く</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>ページ</translation>
    </message>
    <message>
        <source>Stop watching</source>
        <translation>見守りをやめる</translation>
    </message>
    <message>
        <source>Stop watching “{title}”?</source>
        <translation>「{title}」の見守りをやめますか？</translation>
    </message>
    <message>
        <source>The file is no longer in the library.</source>
        <translation>このファイルはもうライブラリにありません。</translation>
    </message>
    <message>
        <source>Watched</source>
        <translation>見守り中</translation>
    </message>
    <message>
        <source>Watched in {library}</source>
        <translation>{library} で見守り中</translation>
    </message>
</context>
<context>
    <name>WelcomePage</name>
    <message>
        <source>Ask questions of your own files</source>
        <translation>自分のファイルに質問できます</translation>
    </message>
    <message>
        <source>Every answer shows the passage it came from.
Your files stay where they are, on this computer.</source>
        <translation>すべての回答に、元になった箇所が示されます。
ファイルはこのコンピューターの元の場所に残ります。</translation>
    </message>
    <message>
        <source>Try it with the guide</source>
        <translation>ガイドで試す</translation>
    </message>
</context>
<context>
    <name>Why</name>
    <message>
        <source>A passage</source>
        <translation>箇所</translation>
    </message>
    <message>
        <source>Answered a question</source>
        <translation>質問に回答</translation>
    </message>
    <message>
        <source>Answered by</source>
        <translation>回答したもの</translation>
    </message>
    <message>
        <source>Surroundings of the best passages</source>
        <translation>上位の箇所の前後</translation>
    </message>
    <message>
        <source>Chose how to search</source>
        <translation>検索方法を選択</translation>
    </message>
    <message>
        <source>Combined the results</source>
        <translation>結果を統合</translation>
    </message>
    <message>
        <source>Followed references</source>
        <translation>参照をたどる</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指示</translation>
    </message>
    <message>
        <source>Merged passages into sections</source>
        <translation>箇所を節にまとめる</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Model call {number}</source>
        <translation>モデルの呼び出し {number}</translation>
    </message>
    <message>
        <source>Prepared the question for meaning search</source>
        <translation>意味検索のために質問を準備</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>質問</translation>
    </message>
    <message>
        <source>Read everything</source>
        <translation>すべて読みました</translation>
    </message>
    <message>
        <source>Response mode</source>
        <translation>応答モード</translation>
    </message>
    <message>
        <source>Searched by meaning</source>
        <translation>意味で検索</translation>
    </message>
    <message>
        <source>Searched by words</source>
        <translation>語句で検索</translation>
    </message>
    <message>
        <source>Searched by words and meaning</source>
        <translation>語句と意味で検索</translation>
    </message>
    <message>
        <source>Searched the graph of facts</source>
        <translation>事実のグラフを検索</translation>
    </message>
    <message>
        <source>Searched the table of keywords</source>
        <translation>キーワード表を検索</translation>
    </message>
    <message>
        <source>Searched the tree of summaries</source>
        <translation>要約のツリーを検索</translation>
    </message>
    <message>
        <source>Searched: {what}</source>
        <translation>検索：{what}</translation>
    </message>
    <message>
        <source>Passages from several files</source>
        <translation>複数のファイルの箇所</translation>
    </message>
    <message>
        <source>Summarised</source>
        <translation>要約しました</translation>
    </message>
    <message>
        <source>The agent reasoned</source>
        <translation>エージェントが検討</translation>
    </message>
    <message>
        <source>This step ended with an error: {error}</source>
        <translation>この手順はエラーで終わりました：{error}</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>ツール</translation>
    </message>
    <message>
        <source>Used a tool</source>
        <translation>ツールを使用</translation>
    </message>
    <message>
        <source>Used the tool {name}</source>
        <translation>ツール {name} を使用</translation>
    </message>
    <message>
        <source>Whole pages and files compared</source>
        <translation>ページ全体とファイル全体を比較</translation>
    </message>
    <message>
        <source>Wrote query variations</source>
        <translation>質問の言い換えを作成</translation>
    </message>
    <message>
        <source>Wrote the answer</source>
        <translation>回答を作成</translation>
    </message>
    <message>
        <source>You</source>
        <translation>あなた</translation>
    </message>
    <message>
        <source>You said that an earlier answer was wrong</source>
        <translation>以前の回答は誤りだとあなたが示しました</translation>
    </message>
    <message>
        <source>You said that this answers it</source>
        <translation>これが答えだとあなたが示しました</translation>
    </message>
    <message>
        <source>a step</source>
        <translation>手順</translation>
    </message>
    <message>
        <source>added</source>
        <translation>追加</translation>
    </message>
    <message>
        <source>down by {count}</source>
        <translation>{count} 下がる</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保持</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>除外</translation>
    </message>
    <message>
        <source>the model reads {window} tokens at once</source>
        <translation>モデルは一度に {window} トークンを読みます</translation>
    </message>
    <message>
        <source>up by {count}</source>
        <translation>{count} 上がる</translation>
    </message>
    <message>
        <source>{after} of {before} kept</source>
        <translation>{before} 件中 {after} 件を保持</translation>
    </message>
    <message>
        <source>{answer} reserved for the answer</source>
        <translation>{answer} を回答用に確保</translation>
    </message>
    <message>
        <source>{count} ms</source>
        <translation>{count} ミリ秒</translation>
    </message>
    <message>
        <source>{count} s</source>
        <translation>{count} 秒</translation>
    </message>
    <message>
        <source>{file} · page {page}</source>
        <translation>{file} · {page} ページ</translation>
    </message>
    <message>
        <source>{left} left</source>
        <translation>残り {left}</translation>
    </message>
    <message>
        <source>{number} · cited</source>
        <translation>{number} · 引用</translation>
    </message>
    <message>
        <source>{number} · read</source>
        <translation>{number} · 既読</translation>
    </message>
    <message>
        <source>{prompt} of {window} tokens sent</source>
        <translation>{window} トークン中 {prompt} を送信</translation>
    </message>
    <message>
        <source>{prompt} tokens were sent</source>
        <translation>{prompt} トークンを送信</translation>
    </message>
    <message>
        <source>{read} tokens read</source>
        <translation>{read} トークンを読み取り</translation>
    </message>
    <message>
        <source>{read} tokens read ({cached} of them remembered), {written} written</source>
        <translation>{read} トークンを読み取り（うち {cached} は保持済み）、{written} を出力</translation>
    </message>
    <message>
        <source>{read} tokens read, {written} written</source>
        <translation>{read} トークンを読み取り、{written} を出力</translation>
    </message>
    <message>
        <source>{size} numbers represent the meaning of the question. Passages with similar numbers match.</source>
        <translation>{size} 個の数値が質問の意味を表します。数値の近い箇所が一致します。</translation>
    </message>
</context>
<context>
    <name>WhyDialog</name>
    <message numerus="yes">
        <source>%Ln model calls</source>
        <translation>
            <numerusform>モデル呼び出し %Ln 回</numerusform>
        </translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>実行された手順</translation>
    </message>
    <message>
        <source>Why this answer?</source>
        <translation>この回答の根拠</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message numerus="yes">
        <source>%Ln files</source>
        <translation>
            <numerusform>%Ln 個のファイル</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files are gone</source>
        <translation>
            <numerusform>%Ln 個のファイルがなくなりました</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files need attention</source>
        <translation>
            <numerusform>%Ln 個のファイルに確認が必要</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln models</source>
        <translation>
            <numerusform>%Ln 個のモデル</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passages</source>
        <translation>
            <numerusform>%Ln 件の箇所</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <translation>
            <numerusform>%Ln 件待機中</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Building the index for this way of searching…</source>
        <translation>この検索方法のインデックスを作成中…</translation>
    </message>
    <message>
        <source>Building · {done} of {total}</source>
        <translation>作成中 · {done}／{total}</translation>
    </message>
    <message>
        <source>Building…</source>
        <translation>作成中…</translation>
    </message>
    <message>
        <source>Changing search model, {percent}%</source>
        <translation>検索モデルを変更中：{percent}%</translation>
    </message>
    <message>
        <source>Connecting to the model…</source>
        <translation>モデルに接続中…</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>過去 30 日間</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>過去 7 日間</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>対象外</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>モデルを読み込み中…</translation>
    </message>
    <message>
        <source>Looking for files…</source>
        <translation>ファイルを確認中…</translation>
    </message>
    <message>
        <source>Meaning search {percent}% ready</source>
        <translation>意味検索は {percent}% 準備完了</translation>
    </message>
    <message>
        <source>No files yet</source>
        <translation>ファイルはまだありません</translation>
    </message>
    <message>
        <source>Not readable</source>
        <translation>読み取れません</translation>
    </message>
    <message>
        <source>Notes on {work}</source>
        <translation>{work} についてのメモ</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>オフライン</translation>
    </message>
    <message>
        <source>Offline · still searchable</source>
        <translation>オフライン · 検索は可能</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>一時停止中</translation>
    </message>
    <message>
        <source>Paused · {waiting}</source>
        <translation>一時停止中 · {waiting}</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>ピン留め</translation>
    </message>
    <message>
        <source>Reading the passages…</source>
        <translation>箇所を読んでいます…</translation>
    </message>
    <message>
        <source>Reading {done} of {total}</source>
        <translation>読み取り中 {done}／{total}</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>準備完了</translation>
    </message>
    <message>
        <source>Searchable by words; meaning search {percent}% ready</source>
        <translation>語句で検索可能、意味検索は {percent}% 準備完了</translation>
    </message>
    <message>
        <source>Searchable · changing search model, {percent}%</source>
        <translation>検索可能 · 検索モデルを変更中 {percent}%</translation>
    </message>
    <message>
        <source>Searching your files…</source>
        <translation>ファイルを検索中…</translation>
    </message>
    <message>
        <source>The model is thinking…</source>
        <translation>モデルが考えています…</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今日</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>待機中</translation>
    </message>
    <message>
        <source>Waiting for its turn</source>
        <translation>順番待ち</translation>
    </message>
    <message>
        <source>Words only</source>
        <translation>語句のみ</translation>
    </message>
    <message>
        <source>Working…</source>
        <translation>処理中…</translation>
    </message>
    <message>
        <source>Writing the answer…</source>
        <translation>回答を作成中…</translation>
    </message>
    <message>
        <source>Writing variations of the question…</source>
        <translation>質問の言い換えを作成中…</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨日</translation>
    </message>
    <message>
        <source>You said that this answers it</source>
        <translation>これが答えだとあなたが示しました</translation>
    </message>
    <message>
        <source>attached</source>
        <translation>添付</translation>
    </message>
    <message>
        <source>found by meaning</source>
        <translation>意味で見つかりました</translation>
    </message>
    <message>
        <source>found by words</source>
        <translation>語句で見つかりました</translation>
    </message>
    <message>
        <source>found by words and meaning</source>
        <translation>語句と意味で見つかりました</translation>
    </message>
    <message>
        <source>meaning</source>
        <translation>意味</translation>
    </message>
    <message>
        <source>page {number} · {time}</source>
        <translation>{number} ページ · {time}</translation>
    </message>
    <message>
        <source>page {page}</source>
        <translation>{page} ページ</translation>
    </message>
    <message>
        <source>shown by you</source>
        <translation>あなたが示した箇所</translation>
    </message>
    <message>
        <source>slide {page}</source>
        <translation>スライド {page}</translation>
    </message>
    <message>
        <source>words</source>
        <translation>語句</translation>
    </message>
    <message>
        <source>words and meaning</source>
        <translation>語句と意味</translation>
    </message>
    <message numerus="yes">
        <source>{files} · %Ln need attention</source>
        <translation>
            <numerusform>{files} · %Ln 件要確認</numerusform>
        </translation>
    </message>
    <message>
        <source>“{text}”</source>
        <translation>「{text}」</translation>
    </message>
    <message>
        <source>{count} h</source>
        <translation>{count} 時間</translation>
    </message>
    <message>
        <source>{count} min</source>
        <translation>{count} 分</translation>
    </message>
    <message>
        <source>{count} s</source>
        <translation>{count} 秒</translation>
    </message>
    <message>
        <source>{files} · meaning search {percent}% ready</source>
        <translation>{files} · 意味検索は {percent}% 準備完了</translation>
    </message>
    <message>
        <source>{files} · ready</source>
        <translation>{files} · 準備完了</translation>
    </message>
    <message>
        <source>{files} · waiting for its turn</source>
        <translation>{files} · 順番待ち</translation>
    </message>
    <message>
        <source>{files} · {waiting}</source>
        <translation>{files} · {waiting}</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>残り {time}</translation>
    </message>
    <message>
        <source>{time} s</source>
        <translation>{time} 秒</translation>
    </message>
    <message>
        <source>{used} of {all} passages used</source>
        <translation>{all} 件中 {used} 件の箇所を使用</translation>
    </message>
</context>
<context>
    <name>_ColumnForm</name>
    <message>
        <source>Always</source>
        <translation>常に</translation>
    </message>
    <message>
        <source>Ask only if</source>
        <translation>質問する条件</translation>
    </message>
    <message>
        <source>Choices</source>
        <translation>選択肢</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>例</translation>
    </message>
    <message>
        <source>For example: How long is the notice period?</source>
        <translation>例：解約予告期間はどれだけですか。</translation>
    </message>
    <message>
        <source>For example: months</source>
        <translation>例：か月</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指示</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>One on each line, two or more.</source>
        <translation>1行に1つ、2つ以上。</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>質問</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>単位</translation>
    </message>
    <message>
        <source>Value of the other column</source>
        <translation>もう一方の列の値</translation>
    </message>
    <message>
        <source>Values as they should look, one on each line.</source>
        <translation>望ましい値の例を1行に1つ。</translation>
    </message>
    <message>
        <source>What you would tell a person who fills in this column. Only a model reads it.</source>
        <translation>この列を埋める人に伝える内容です。読むのはモデルだけです。</translation>
    </message>
    <message>
        <source>Without one, the name is asked.</source>
        <translation>なければ、名前をそのまま尋ねます。</translation>
    </message>
    <message>
        <source>is</source>
        <translation>が</translation>
    </message>
    <message>
        <source>“{column}”</source>
        <translation>「{column}」</translation>
    </message>
</context>
<context>
    <name>_HitTable</name>
    <message>
        <source>Sentences found by meaning</source>
        <translation>意味で見つかった文</translation>
    </message>
</context>
<context>
    <name>_ListView</name>
    <message>
        <source>Conversations</source>
        <translation>会話</translation>
    </message>
</context>
<context>
    <name>_PageNumbers</name>
    <message>
        <source>Page {page}</source>
        <translation>{page} ページ</translation>
    </message>
</context>
<context>
    <name>_RegisterTable</name>
    <message>
        <source>Register</source>
        <translation>一覧</translation>
    </message>
</context>
<context>
    <name>_ScopeRow</name>
    <message>
        <source>All documents, or only type:pdf folder:contracts</source>
        <translation>すべての文書、または type:pdf folder:契約書</translation>
    </message>
    <message>
        <source>Asking only {what}. Press to remove.</source>
        <translation>{what} だけに質問します。押すと解除します。</translation>
    </message>
    <message>
        <source>Click to remove</source>
        <translation>クリックで解除</translation>
    </message>
    <message>
        <source>Documents that are asked</source>
        <translation>質問する文書</translation>
    </message>
    <message>
        <source>Only {files}</source>
        <translation>{files}のみ</translation>
    </message>
</context>
</TS>
