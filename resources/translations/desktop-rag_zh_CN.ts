<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;Conversation</source>
        <translation>对话(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Library</source>
        <translation>资料库(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>添加文件…</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Advanced settings…</source>
        <translation>高级设置…</translation>
    </message>
    <message>
        <source>All documents</source>
        <translation>全部文档</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>提问</translation>
    </message>
    <message>
        <source>Back up library…</source>
        <translation>备份资料库…</translation>
    </message>
    <message>
        <source>Build other indexes…</source>
        <translation>建立其他索引…</translation>
    </message>
    <message>
        <source>Change search model…</source>
        <translation>更改检索模型…</translation>
    </message>
    <message>
        <source>Check a text</source>
        <translation>核查文本</translation>
    </message>
    <message>
        <source>Check clipboard</source>
        <translation>核查剪贴板</translation>
    </message>
    <message>
        <source>Choose the mode</source>
        <translation>选择模式</translation>
    </message>
    <message>
        <source>Command palette…</source>
        <translation>命令面板…</translation>
    </message>
    <message>
        <source>Connect a program…</source>
        <translation>连接程序…</translation>
    </message>
    <message>
        <source>Copy link to this place</source>
        <translation>复制此位置的链接</translation>
    </message>
    <message>
        <source>Dark pages on or off</source>
        <translation>切换深色页面</translation>
    </message>
    <message>
        <source>Delete conversation</source>
        <translation>删除对话</translation>
    </message>
    <message>
        <source>Delete library…</source>
        <translation>删除资料库…</translation>
    </message>
    <message>
        <source>Duplicate library</source>
        <translation>复制资料库</translation>
    </message>
    <message>
        <source>Export answer…</source>
        <translation>导出回答…</translation>
    </message>
    <message>
        <source>Export conversation…</source>
        <translation>导出对话…</translation>
    </message>
    <message>
        <source>Find in the document…</source>
        <translation>在文档中查找…</translation>
    </message>
    <message>
        <source>Folders and rules…</source>
        <translation>文件夹和规则…</translation>
    </message>
    <message>
        <source>Go to page…</source>
        <translation>转到页面…</translation>
    </message>
    <message>
        <source>Go to the next area</source>
        <translation>转到下一区域</translation>
    </message>
    <message>
        <source>Go to the previous area</source>
        <translation>转到上一区域</translation>
    </message>
    <message>
        <source>Go to the question box</source>
        <translation>转到提问框</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>指南</translation>
    </message>
    <message>
        <source>Keyboard shortcuts…</source>
        <translation>键盘快捷键…</translation>
    </message>
    <message>
        <source>Network…</source>
        <translation>网络…</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>新建对话</translation>
    </message>
    <message>
        <source>New library…</source>
        <translation>新建资料库…</translation>
    </message>
    <message>
        <source>Next finding</source>
        <translation>下一处问题</translation>
    </message>
    <message>
        <source>Open a backup…</source>
        <translation>打开备份…</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Pin or unpin conversation</source>
        <translation>置顶或取消置顶对话</translation>
    </message>
    <message>
        <source>Previous finding</source>
        <translation>上一处问题</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Rename conversation</source>
        <translation>重命名对话</translation>
    </message>
    <message>
        <source>Rename library</source>
        <translation>重命名资料库</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Save a copy with highlights…</source>
        <translation>保存带高亮的副本…</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search conversations</source>
        <translation>搜索对话</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Short tour</source>
        <translation>快速导览</translation>
    </message>
    <message>
        <source>Show files</source>
        <translation>显示文件</translation>
    </message>
    <message>
        <source>Show library file</source>
        <translation>显示资料库文件</translation>
    </message>
    <message>
        <source>Show or hide the libraries</source>
        <translation>显示或隐藏资料库</translation>
    </message>
    <message>
        <source>Show or hide the page list</source>
        <translation>显示或隐藏页面列表</translation>
    </message>
    <message>
        <source>Show or hide the sources</source>
        <translation>显示或隐藏来源</translation>
    </message>
    <message>
        <source>Show where the answer uses the source</source>
        <translation>显示回答引用此来源之处</translation>
    </message>
    <message>
        <source>Stop adding or building</source>
        <translation>停止添加或建立</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>停止回答</translation>
    </message>
    <message>
        <source>Test questions…</source>
        <translation>测试问题…</translation>
    </message>
    <message>
        <source>This answers it</source>
        <translation>这回答了问题</translation>
    </message>
    <message>
        <source>This doesn&apos;t answer it</source>
        <translation>这没有回答问题</translation>
    </message>
    <message>
        <source>Turn pages right</source>
        <translation>向右旋转页面</translation>
    </message>
    <message>
        <source>Verify an evidence pack…</source>
        <translation>验证证据包…</translation>
    </message>
    <message>
        <source>Watch answer</source>
        <translation>关注回答</translation>
    </message>
    <message>
        <source>Watch conversation</source>
        <translation>关注对话</translation>
    </message>
    <message>
        <source>Watched answers and texts</source>
        <translation>关注的回答和文本</translation>
    </message>
    <message>
        <source>Why this answer?</source>
        <translation>为何如此回答？</translation>
    </message>
    <message>
        <source>Work offline</source>
        <translation>离线工作</translation>
    </message>
</context>
<context>
    <name>Activity</name>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <translation>
            <numerusform>%Ln 个等待中</numerusform>
        </translation>
    </message>
    <message>
        <source>Changing search model</source>
        <translation>正在更改检索模型</translation>
    </message>
    <message>
        <source>Looking for files</source>
        <translation>正在查找文件</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Preparing meaning search</source>
        <translation>正在准备语义检索</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>Waiting for its turn</source>
        <translation>正在排队</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>正在处理</translation>
    </message>
    <message>
        <source>{things} a minute</source>
        <translation>每分钟 {things}</translation>
    </message>
    <message>
        <source>{things} a second</source>
        <translation>每秒 {things}</translation>
    </message>
</context>
<context>
    <name>ActivityCard</name>
    <message numerus="yes">
        <source>%Ln left out</source>
        <translation>
            <numerusform>%Ln 个已排除</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not readable</source>
        <translation>
            <numerusform>%Ln 个无法读取</numerusform>
        </translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
</context>
<context>
    <name>AddFolderDialog</name>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>添加文件夹</translation>
    </message>
    <message>
        <source>Add to</source>
        <translation>添加到</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Check what will be read</source>
        <translation>查看将读取的内容</translation>
    </message>
    <message>
        <source>Choose what to read</source>
        <translation>选择要读取的内容</translation>
    </message>
    <message>
        <source>New library “{name}”</source>
        <translation>新建资料库“{name}”</translation>
    </message>
    <message>
        <source>This is a lot: {size}. Reading it will take a long time. You can pause at any time.</source>
        <translation>数据量很大：{size}。读取需要较长时间，可随时暂停。</translation>
    </message>
    <message>
        <source>This is a whole drive or your whole home folder. Add single folders instead.</source>
        <translation>这是整个驱动器或整个主文件夹。请改为添加单个文件夹。</translation>
    </message>
</context>
<context>
    <name>AdvancedDialog</name>
    <message>
        <source>Advanced settings</source>
        <translation>高级设置</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Apply to this library</source>
        <translation>应用到此资料库</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Changes apply to this conversation only. Everything else follows Settings.</source>
        <translation>更改仅适用于此对话，其余遵循“设置”。</translation>
    </message>
    <message>
        <source>For every conversation of “{name}”</source>
        <translation>适用于“{name}”的所有对话</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Return to Settings. Nothing changes until you apply it.</source>
        <translation>恢复为“设置”中的值。应用之前不会有任何更改。</translation>
    </message>
</context>
<context>
    <name>AllDocumentsPane</name>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Contradictions</source>
        <translation>矛盾</translation>
    </message>
    <message>
        <source>Find all</source>
        <translation>查找全部</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>资料库</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Register</source>
        <translation>登记表</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
</context>
<context>
    <name>AnswerBar</name>
    <message>
        <source>Choose a source or find the page with Search, and select the words that answer it.</source>
        <translation>请选择一个来源，或用搜索找到页面，然后选中回答问题的文字。</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>暂不</translation>
    </message>
    <message>
        <source>This answers it</source>
        <translation>这回答了问题</translation>
    </message>
    <message>
        <source>What answers {question}?</source>
        <translation>哪些内容回答了{question}？</translation>
    </message>
</context>
<context>
    <name>AnswerCaveats</name>
    <message>
        <source>No passage in this library matches. Try fewer or different words.</source>
        <translation>此资料库中没有匹配的段落。请减少或更换词语。</translation>
    </message>
    <message>
        <source>No support for this answer was found in your files. Check it before you rely on it.</source>
        <translation>在文件中未找到此回答的依据。采用之前请先核实。</translation>
    </message>
    <message>
        <source>Stopped before the first word.</source>
        <translation>在写出第一个字之前已停止。</translation>
    </message>
    <message>
        <source>Stopped. The answer so far was kept.</source>
        <translation>已停止。已生成的回答予以保留。</translation>
    </message>
    <message>
        <source>The answer was interrupted before the first word.</source>
        <translation>回答在写出第一个字之前中断。</translation>
    </message>
    <message>
        <source>The answer was interrupted. The part received so far was kept.</source>
        <translation>回答已中断。已接收的部分予以保留。</translation>
    </message>
    <message>
        <source>The model gave no answer.</source>
        <translation>模型未给出回答。</translation>
    </message>
    <message>
        <source>This answer comes from the model alone, not from your files.</source>
        <translation>此回答仅来自模型，并非出自文件。</translation>
    </message>
</context>
<context>
    <name>AnswerFooter</name>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Copy without references</source>
        <translation>复制（不含引用）</translation>
    </message>
    <message>
        <source>Edit question…</source>
        <translation>编辑问题…</translation>
    </message>
    <message>
        <source>Export answer…</source>
        <translation>导出回答…</translation>
    </message>
    <message>
        <source>More for this answer</source>
        <translation>此回答的更多操作</translation>
    </message>
    <message>
        <source>New conversation from here</source>
        <translation>从此处新建对话</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>重新生成</translation>
    </message>
    <message>
        <source>Regenerate with another model…</source>
        <translation>用其他模型重新生成…</translation>
    </message>
    <message>
        <source>Save copies with highlights…</source>
        <translation>保存带高亮的副本（多份）…</translation>
    </message>
    <message>
        <source>This doesn&apos;t answer it</source>
        <translation>这没有回答问题</translation>
    </message>
    <message>
        <source>Watch this answer</source>
        <translation>关注此回答</translation>
    </message>
    <message>
        <source>Watched</source>
        <translation>已关注</translation>
    </message>
    <message>
        <source>Why this answer?</source>
        <translation>为何如此回答？</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>AnswerJudgements</name>
    <message>
        <source>Ask a question first.</source>
        <translation>请先提问。</translation>
    </message>
    <message>
        <source>Kept as a test question. These words won&apos;t be quoted for it again.</source>
        <translation>已保存为测试问题。不会再为它引用这些文字。</translation>
    </message>
    <message>
        <source>Next time “{file}” comes first for this question.</source>
        <translation>下次提出此问题时，“{file}”会排在最前面。</translation>
    </message>
    <message>
        <source>Next, show in the sources what answers it.</source>
        <translation>接下来，请在来源中指出哪些内容回答了它。</translation>
    </message>
    <message>
        <source>Open the source first.</source>
        <translation>请先打开来源。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
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
        <translation>地址</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Copy the token now: it is not shown again.</source>
        <translation>请立即复制令牌：它不会再次显示。</translation>
    </message>
    <message>
        <source>Make a token</source>
        <translation>创建令牌</translation>
    </message>
    <message>
        <source>Name of the program</source>
        <translation>程序名称</translation>
    </message>
    <message>
        <source>Programs and scripts with a token ask the libraries that you share, and chat programs find each as a model, while this command runs in a terminal.</source>
        <translation>此命令在终端中运行期间，拥有令牌的程序和脚本可以查询共享的资料库，聊天程序会把每个资料库列为一个模型。</translation>
    </message>
    <message>
        <source>Programs with a token</source>
        <translation>拥有令牌的程序</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>{program}, since {date}</source>
        <translation>{program}，自 {date} 起</translation>
    </message>
</context>
<context>
    <name>AskedSources</name>
    <message>
        <source>Attach files to this conversation</source>
        <translation>将文件附加到此对话</translation>
    </message>
</context>
<context>
    <name>BlockCopy</name>
    <message>
        <source>Copy code</source>
        <translation>复制代码</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>复制表格</translation>
    </message>
</context>
<context>
    <name>Bridge</name>
    <message>
        <source>Something went wrong inside the program.</source>
        <translation>程序内部出现问题。</translation>
    </message>
    <message>
        <source>Try again. The program&apos;s log has the details.</source>
        <translation>请重试。详情见程序日志。</translation>
    </message>
</context>
<context>
    <name>CalendarDialog</name>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Dates</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Only the dates that you tick are written. A deadline without a day of its own is not listed.</source>
        <translation>仅写入勾选的日期。没有确定日期的期限不会列出。</translation>
    </message>
    <message>
        <source>Write dates to a calendar</source>
        <translation>将日期写入日历</translation>
    </message>
    <message>
        <source>Write {count} of {dates}…</source>
        <translation>写入 {count} / {dates}…</translation>
    </message>
</context>
<context>
    <name>CellTable</name>
    <message>
        <source>Review table</source>
        <translation>审阅表</translation>
    </message>
</context>
<context>
    <name>ChangedFileList</name>
    <message>
        <source>Files that differ</source>
        <translation>不同的文件</translation>
    </message>
</context>
<context>
    <name>ChatPane</name>
    <message>
        <source>Connect one in Settings. Until then, answers are quotations from your files.</source>
        <translation>可在“设置”中连接模型。在此之前，回答均为文件中的引文。</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>资料库</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>The library “{name}” was deleted.</source>
        <translation>资料库“{name}”已删除。</translation>
    </message>
    <message>
        <source>This conversation can still be read and exported.</source>
        <translation>此对话仍可阅读和导出。</translation>
    </message>
    <message>
        <source>“{name}” needs a model, but none is connected.</source>
        <translation>“{name}”需要模型，但尚未连接。</translation>
    </message>
</context>
<context>
    <name>CitationCopier</name>
    <message>
        <source>Copy citation</source>
        <translation>复制引用</translation>
    </message>
    <message>
        <source>Copy citation as BibTeX</source>
        <translation>复制引用为 BibTeX</translation>
    </message>
    <message>
        <source>Copy citation as RIS</source>
        <translation>复制引用为 RIS</translation>
    </message>
</context>
<context>
    <name>ClipboardShortcut</name>
    <message>
        <source>Another program may use the keys. Close it and start again, or switch the shortcut off.</source>
        <translation>可能有其他程序占用了这些按键。请关闭该程序后重新启动，或关闭此快捷键。</translation>
    </message>
    <message>
        <source>Check clipboard</source>
        <translation>核查剪贴板</translation>
    </message>
    <message>
        <source>It is off now. You can switch it on again in Settings › Window.</source>
        <translation>它现已关闭，可在“设置 › 窗口”中重新开启。</translation>
    </message>
    <message>
        <source>Not available on macOS.</source>
        <translation>在 macOS 上不可用。</translation>
    </message>
    <message>
        <source>The desktop did not allow the shortcut for “Check clipboard”.</source>
        <translation>桌面环境未允许“核查剪贴板”的快捷键。</translation>
    </message>
    <message>
        <source>The shortcut for “Check clipboard” is not available.</source>
        <translation>“核查剪贴板”的快捷键不可用。</translation>
    </message>
    <message>
        <source>This desktop has no shortcuts that work in every program.</source>
        <translation>此桌面环境不提供在所有程序中都有效的快捷键。</translation>
    </message>
</context>
<context>
    <name>CodeView</name>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
</context>
<context>
    <name>ColumnsDialog</name>
    <message>
        <source>Add a column</source>
        <translation>添加列</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Columns of a table (*.toml)</source>
        <translation>表格的列 (*.toml)</translation>
    </message>
    <message>
        <source>Columns of the table</source>
        <translation>表格的列</translation>
    </message>
    <message>
        <source>Delete table</source>
        <translation>删除表格</translation>
    </message>
    <message>
        <source>Delete the table “{name}”?</source>
        <translation>要删除表格“{name}”吗？</translation>
    </message>
    <message>
        <source>For example: Leases</source>
        <translation>例如：租约</translation>
    </message>
    <message>
        <source>Forget the table and what you set in it by hand. Your files stay as they are.</source>
        <translation>删除表格以及手动填写的内容。文件保持不变。</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Name of the table</source>
        <translation>表格名称</translation>
    </message>
    <message>
        <source>New table</source>
        <translation>新建表格</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Open columns</source>
        <translation>打开列定义</translation>
    </message>
    <message>
        <source>Remove the column</source>
        <translation>移除此列</translation>
    </message>
    <message>
        <source>Save columns</source>
        <translation>保存列定义</translation>
    </message>
    <message>
        <source>Save the columns to a file that others can open.</source>
        <translation>将列保存到他人可以打开的文件。</translation>
    </message>
    <message>
        <source>Save to a file…</source>
        <translation>保存到文件…</translation>
    </message>
    <message>
        <source>Saved to “{name}”.</source>
        <translation>已保存到“{name}”。</translation>
    </message>
    <message>
        <source>Take the columns that somebody saved to a file.</source>
        <translation>采用保存在文件中的列。</translation>
    </message>
    <message>
        <source>The table has no name.</source>
        <translation>表格没有名称。</translation>
    </message>
    <message>
        <source>Use these columns</source>
        <translation>使用这些列</translation>
    </message>
    <message>
        <source>Without a name</source>
        <translation>未命名</translation>
    </message>
</context>
<context>
    <name>Comparison</name>
    <message>
        <source>1 difference</source>
        <translation>1 处差异</translation>
    </message>
    <message>
        <source>After: {text}</source>
        <translation>之后：{text}</translation>
    </message>
    <message>
        <source>As it is now</source>
        <translation>当前状态</translation>
    </message>
    <message>
        <source>As it was until {time}</source>
        <translation>{time} 之前的状态</translation>
    </message>
    <message>
        <source>Before: {text}</source>
        <translation>之前：{text}</translation>
    </message>
    <message>
        <source>Moved and changed</source>
        <translation>移动并更改</translation>
    </message>
    <message>
        <source>Since a month ago</source>
        <translation>一个月以来</translation>
    </message>
    <message>
        <source>Since a week ago</source>
        <translation>一周以来</translation>
    </message>
    <message>
        <source>Since a year ago</source>
        <translation>一年以来</translation>
    </message>
    <message>
        <source>Since yesterday</source>
        <translation>昨天以来</translation>
    </message>
    <message>
        <source>What happened before {time} is not known.</source>
        <translation>{time} 之前的情况不明。</translation>
    </message>
    <message>
        <source>same text</source>
        <translation>文字相同</translation>
    </message>
    <message>
        <source>{count} differences</source>
        <translation>{count} 处差异</translation>
    </message>
</context>
<context>
    <name>ComparisonSection</name>
    <message>
        <source>A file and its earlier state</source>
        <translation>文件与其早期状态</translation>
    </message>
    <message>
        <source>A folder then and now</source>
        <translation>文件夹的过去与现在</translation>
    </message>
    <message>
        <source>Back to all files</source>
        <translation>返回所有文件</translation>
    </message>
    <message>
        <source>Choose a file first</source>
        <translation>请先选择文件</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Comparing: {done} of {total} changed files</source>
        <translation>正在比较：{total} 个已更改文件中的第 {done} 个</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <source>Earlier states are kept from now on.</source>
        <translation>从现在起保留早期状态。</translation>
    </message>
    <message>
        <source>Export the differences</source>
        <translation>导出差异</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Keep them from now on</source>
        <translation>从现在起保留</translation>
    </message>
    <message>
        <source>It can keep the text of files that change. “Folders and rules…” shows the space that takes.</source>
        <translation>它可以保留已更改文件的文本。“文件夹和规则…”会显示所占空间。</translation>
    </message>
    <message>
        <source>It has not changed since {time}, when the library began to keep earlier states.</source>
        <translation>自 {time} 资料库开始保留早期状态以来，它没有变化。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Summarise</source>
        <translation>总结</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>总结</translation>
    </message>
    <message>
        <source>Swap both files</source>
        <translation>交换两个文件</translation>
    </message>
    <message>
        <source>The file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>The file after</source>
        <translation>之后的文件</translation>
    </message>
    <message>
        <source>The file before</source>
        <translation>之前的文件</translation>
    </message>
    <message>
        <source>The files have changed. Compare again</source>
        <translation>文件已更改。重新比较</translation>
    </message>
    <message>
        <source>The folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>The folder after</source>
        <translation>之后的文件夹</translation>
    </message>
    <message>
        <source>The folder before</source>
        <translation>之前的文件夹</translation>
    </message>
    <message>
        <source>The model is summarising…</source>
        <translation>模型正在总结…</translation>
    </message>
    <message>
        <source>The state before</source>
        <translation>之前的状态</translation>
    </message>
    <message>
        <source>This library keeps no earlier states of its files.</source>
        <translation>此资料库不保留文件的早期状态。</translation>
    </message>
    <message>
        <source>Two files</source>
        <translation>两个文件</translation>
    </message>
    <message>
        <source>Two folders</source>
        <translation>两个文件夹</translation>
    </message>
    <message>
        <source>What changed, moved, is new or gone between two files, with both pages. Lines and pages that end elsewhere are no differences.</source>
        <translation>显示两个文件之间更改、移动、新增或删除的内容，并给出两边的页面。换行和分页位置不同不算差异。</translation>
    </message>
    <message>
        <source>What to compare</source>
        <translation>比较的内容</translation>
    </message>
    <message>
        <source>Which files are new, gone, renamed or changed, and how much differs in each.</source>
        <translation>哪些文件是新增、消失、重命名或更改的，以及各有多少差异。</translation>
    </message>
</context>
<context>
    <name>ConnectionRow</name>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Add a connection</source>
        <translation>添加连接</translation>
    </message>
    <message>
        <source>Another server…</source>
        <translation>其他服务器…</translation>
    </message>
    <message>
        <source>No model (quotations only)</source>
        <translation>无模型（仅引文）</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove this connection</source>
        <translation>移除此连接</translation>
    </message>
</context>
<context>
    <name>ConnectionTest</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>Test connection</source>
        <translation>测试连接</translation>
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
        <translation>所有类型</translation>
    </message>
    <message>
        <source>Compare the documents again</source>
        <translation>重新比较文档</translation>
    </message>
    <message>
        <source>Comparing the documents: {done} of {total}</source>
        <translation>正在比较文档：{done}/{total}</translation>
    </message>
    <message>
        <source>Comparing the documents…</source>
        <translation>正在比较文档…</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>Export the contradictions</source>
        <translation>导出矛盾</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Figures, dates, parties and negations that disagree between files about the same.</source>
        <translation>列出关于同一事物的文件之间不一致的数字、日期、当事人和否定。</translation>
    </message>
    <message>
        <source>Filter by words or file</source>
        <translation>按词语或文件筛选</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>No contradictions were found. Doubtful cases are left out.</source>
        <translation>未发现矛盾。存疑之处宁可略去，也不显示。</translation>
    </message>
    <message>
        <source>No document says that it changes or replaces another one.</source>
        <translation>没有文档注明修改或取代另一文档。</translation>
    </message>
    <message>
        <source>Nothing has these words and is of this kind.</source>
        <translation>没有符合这些词语和类型的内容。</translation>
    </message>
    <message>
        <source>Nothing was dismissed.</source>
        <translation>没有忽略任何内容。</translation>
    </message>
    <message>
        <source>Show again</source>
        <translation>重新显示</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>并排显示</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
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
        <translation>日期</translation>
    </message>
    <message>
        <source>Dismissed</source>
        <translation>已忽略</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>Left out: {files}.</source>
        <translation>已排除：{files}。</translation>
    </message>
    <message>
        <source>Negation</source>
        <translation>否定</translation>
    </message>
    <message>
        <source>Newer</source>
        <translation>较新</translation>
    </message>
    <message>
        <source>Party</source>
        <translation>当事人</translation>
    </message>
    <message>
        <source>{compared} of {files} documents compared.</source>
        <translation>已比较 {files} 个文档中的 {compared} 个。</translation>
    </message>
    <message>
        <source>{file} says that it is newer: “{words}”</source>
        <translation>{file} 注明为较新：“{words}”</translation>
    </message>
</context>
<context>
    <name>ConversationList</name>
    <message>
        <source>No conversation says “{query}”.</source>
        <translation>没有对话包含“{query}”。</translation>
    </message>
    <message>
        <source>Search conversations</source>
        <translation>搜索对话</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>“{title}” was deleted.</source>
        <translation>“{title}”已删除。</translation>
    </message>
</context>
<context>
    <name>CopiedLine</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>CopyButton</name>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>DataFolderMove</name>
    <message>
        <source>All data is now in {folder}. These old files could not be removed:</source>
        <translation>所有数据现在位于 {folder}。以下旧文件无法删除：</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>选择文件夹…</translation>
    </message>
    <message>
        <source>If it is on another disk, quit, connect that disk and start again. The default folder is used for this start only.</source>
        <translation>如果它在另一个磁盘上，请退出，连接该磁盘后重新启动。默认文件夹仅用于本次启动。</translation>
    </message>
    <message>
        <source>Moving all data to {folder}…</source>
        <translation>正在将所有数据移动到 {folder}…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Use the default folder</source>
        <translation>使用默认文件夹</translation>
    </message>
    <message>
        <source>Where is the data folder now?</source>
        <translation>数据文件夹现在在哪里？</translation>
    </message>
</context>
<context>
    <name>DataFolderRow</name>
    <message>
        <source>Data folder</source>
        <translation>数据文件夹</translation>
    </message>
    <message>
        <source>Desktop RAG closes, copies and checks everything, and opens again. The old folder is removed at the end.</source>
        <translation>Desktop RAG 会关闭，复制并检查所有内容，然后重新打开。最后删除旧文件夹。</translation>
    </message>
    <message>
        <source>Libraries, conversations, settings and downloaded models are kept there.</source>
        <translation>资料库、对话、设置和下载的模型都保存在这里。</translation>
    </message>
    <message>
        <source>Move all data to “{folder}”?</source>
        <translation>将所有数据移动到“{folder}”？</translation>
    </message>
    <message>
        <source>Move and restart</source>
        <translation>移动并重新启动</translation>
    </message>
    <message>
        <source>Move the data folder</source>
        <translation>移动数据文件夹</translation>
    </message>
    <message>
        <source>Move the data folder to</source>
        <translation>数据文件夹移动到</translation>
    </message>
    <message>
        <source>Move the data folder…</source>
        <translation>移动数据文件夹…</translation>
    </message>
    <message>
        <source>Move…</source>
        <translation>移动…</translation>
    </message>
</context>
<context>
    <name>DateRangeDialog</name>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Changed between</source>
        <translation>修改日期介于</translation>
    </message>
    <message>
        <source>From</source>
        <translation>发件人</translation>
    </message>
    <message>
        <source>To</source>
        <translation>收件人</translation>
    </message>
</context>
<context>
    <name>DifferenceList</name>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
</context>
<context>
    <name>DocumentView</name>
    <message>
        <source>Attachments</source>
        <translation>附件</translation>
    </message>
    <message>
        <source>Cc</source>
        <translation>抄送</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>From</source>
        <translation>发件人</translation>
    </message>
    <message>
        <source>Rows {first} to {last} of {count}</source>
        <translation>第 {first} 至 {last} 行，共 {count} 行</translation>
    </message>
    <message>
        <source>Show what comes after</source>
        <translation>显示后面的内容</translation>
    </message>
    <message>
        <source>Show what comes before</source>
        <translation>显示前面的内容</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>To</source>
        <translation>收件人</translation>
    </message>
</context>
<context>
    <name>DownloadLine</name>
    <message>
        <source>Download of {model}</source>
        <translation>{model} 的下载</translation>
    </message>
    <message>
        <source>about {minutes} min left</source>
        <translation>约剩 {minutes} 分钟</translation>
    </message>
    <message>
        <source>{done} of {total} GB</source>
        <translation>{done}/{total} GB</translation>
    </message>
</context>
<context>
    <name>DownloadRow</name>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete {model}</source>
        <translation>删除 {model}</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Needs more memory than is free now.</source>
        <translation>所需内存超过当前可用内存。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>needs {memory} GB of memory</source>
        <translation>需要 {memory} GB 内存</translation>
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
        <translation>核查</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>重新核查</translation>
    </message>
    <message>
        <source>Check the text ({keys})</source>
        <translation>核查文本（{keys}）</translation>
    </message>
    <message>
        <source>Checked text</source>
        <translation>已核查的文本</translation>
    </message>
    <message>
        <source>Checking: {done} of {total} sentences</source>
        <translation>正在核查：{done}/{total} 句</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在核查…</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Copy the text that you want to check.</source>
        <translation>请复制要核查的文本。</translation>
    </message>
    <message>
        <source>Draft with comments (*{ending})</source>
        <translation>带批注的文稿 (*{ending})</translation>
    </message>
    <message>
        <source>Drop a single file.</source>
        <translation>请只拖放一个文件。</translation>
    </message>
    <message>
        <source>Drop to check this text</source>
        <translation>拖放以核查此文本</translation>
    </message>
    <message>
        <source>Evidence pack…</source>
        <translation>证据包…</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>资料库</translation>
    </message>
    <message>
        <source>Nothing is in this group.</source>
        <translation>此组中没有内容。</translation>
    </message>
    <message>
        <source>Nothing to review so far.</source>
        <translation>目前没有需要复查的句子。</translation>
    </message>
    <message>
        <source>Nothing to review.</source>
        <translation>没有需要复查的句子。</translation>
    </message>
    <message>
        <source>One file can be checked at a time.</source>
        <translation>一次只能核查一个文件。</translation>
    </message>
    <message>
        <source>Open the text to check</source>
        <translation>打开要核查的文本</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Paste a text here, open a file, or drop one. Each sentence is compared with the files of the library.</source>
        <translation>在此粘贴文本，或打开、拖放一个文件。每个句子都会与资料库中的文件比对。</translation>
    </message>
    <message>
        <source>Reading “{file}”…</source>
        <translation>正在读取“{file}”…</translation>
    </message>
    <message>
        <source>Sentences checked</source>
        <translation>已核查的句子</translation>
    </message>
    <message>
        <source>Sentences that the files contradict, support only in part or don&apos;t mention appear here.</source>
        <translation>与文件矛盾、仅部分有依据或未找到依据的句子会显示在这里。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stopped after {done} of {total} sentences.</source>
        <translation>已在 {done}/{total} 句处停止。</translation>
    </message>
    <message>
        <source>Text to check</source>
        <translation>要核查的文本</translation>
    </message>
    <message>
        <source>The clipboard has no text.</source>
        <translation>剪贴板中没有文本。</translation>
    </message>
    <message>
        <source>The files have changed since.</source>
        <translation>此后文件已更改。</translation>
    </message>
    <message>
        <source>The previous text was replaced.</source>
        <translation>之前的文本已被替换。</translation>
    </message>
    <message>
        <source>The text has changed. What you changed is not checked yet.</source>
        <translation>文本已更改。更改的部分尚未核查。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>With comments, and footnotes for supported sentences…</source>
        <translation>带批注，并为有依据的句子加脚注…</translation>
    </message>
    <message>
        <source>With comments…</source>
        <translation>带批注…</translation>
    </message>
    <message>
        <source>Write a file that proves to others what was found</source>
        <translation>写出一个文件，向他人证明核查结果</translation>
    </message>
    <message>
        <source>Write evidence pack</source>
        <translation>写出证据包</translation>
    </message>
    <message>
        <source>Write reviewed file</source>
        <translation>写出核查后的文件</translation>
    </message>
    <message>
        <source>Write reviewed file…</source>
        <translation>写出核查后的文件…</translation>
    </message>
    <message>
        <source>{file} (reviewed)</source>
        <translation>{file}（已核查）</translation>
    </message>
</context>
<context>
    <name>DraftWords</name>
    <message numerus="yes">
        <source>%Ln more could not be read.</source>
        <translation>
            <numerusform>另有 %Ln 个无法读取。</numerusform>
        </translation>
    </message>
    <message>
        <source>Decided</source>
        <translation>已决定</translation>
    </message>
    <message>
        <source>Finding dismissed</source>
        <translation>已忽略问题</translation>
    </message>
    <message>
        <source>In the text: {words}</source>
        <translation>文本中：{words}</translation>
    </message>
    <message>
        <source>Inside the text</source>
        <translation>文本内部</translation>
    </message>
    <message>
        <source>Library “{name}”, {files}.</source>
        <translation>资料库“{name}”，{files}。</translation>
    </message>
    <message>
        <source>Sentence accepted</source>
        <translation>已接受句子</translation>
    </message>
    <message>
        <source>Text accepted</source>
        <translation>已接受原文</translation>
    </message>
    <message>
        <source>To review</source>
        <translation>待复查</translation>
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
        <translation>选择文件夹…</translation>
    </message>
    <message>
        <source>Choose files…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Drop a folder or files here</source>
        <translation>将文件夹或文件拖到此处</translation>
    </message>
    <message>
        <source>PDF, Word, PowerPoint, Excel, e-books, web pages, mail, scans, text, code</source>
        <translation>PDF、Word、PowerPoint、Excel、电子书、网页、邮件、扫描件、文本、代码</translation>
    </message>
</context>
<context>
    <name>EntryList</name>
    <message>
        <source>What fits</source>
        <translation>匹配项</translation>
    </message>
</context>
<context>
    <name>EvidenceCard</name>
    <message>
        <source>No passage says this.</source>
        <translation>没有段落这样说。</translation>
    </message>
    <message>
        <source>Contradicted</source>
        <translation>与原文矛盾</translation>
    </message>
    <message>
        <source>Not checked</source>
        <translation>未核查</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>未找到依据</translation>
    </message>
    <message>
        <source>Partly supported</source>
        <translation>部分有依据</translation>
    </message>
    <message>
        <source>Show in document</source>
        <translation>在文档中显示</translation>
    </message>
    <message>
        <source>Supported</source>
        <translation>有依据</translation>
    </message>
</context>
<context>
    <name>ExportBar</name>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Copy all as text</source>
        <translation>全部复制为文本</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>复制为 JSON</translation>
    </message>
</context>
<context>
    <name>ExportCommands</name>
    <message>
        <source>Cited works as BibTeX (*.bib)</source>
        <translation>引用文献，BibTeX (*.bib)</translation>
    </message>
    <message>
        <source>Cited works as CSL JSON (*.json)</source>
        <translation>引用文献，CSL JSON (*.json)</translation>
    </message>
    <message>
        <source>Cited works as RIS (*.ris)</source>
        <translation>引用文献，RIS (*.ris)</translation>
    </message>
    <message>
        <source>Export answer</source>
        <translation>导出回答</translation>
    </message>
    <message>
        <source>Export conversation</source>
        <translation>导出对话</translation>
    </message>
    <message>
        <source>Exported to “{name}”.</source>
        <translation>已导出到“{name}”。</translation>
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
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>网页 (*.html)</translation>
    </message>
    <message>
        <source>Word document (*.docx)</source>
        <translation>Word 文档 (*.docx)</translation>
    </message>
</context>
<context>
    <name>FigureCards</name>
    <message>
        <source>Average position (higher is better)</source>
        <translation>平均排名（越高越好）</translation>
    </message>
    <message>
        <source>Expected source ranked first</source>
        <translation>预期来源排第一</translation>
    </message>
    <message>
        <source>Expected sources in the top five</source>
        <translation>预期来源在前五</translation>
    </message>
    <message>
        <source>Ranking of the top ten</source>
        <translation>前十的排序</translation>
    </message>
</context>
<context>
    <name>FileActions</name>
    <message numerus="yes">
        <source>%Ln files will be read again.</source>
        <translation>
            <numerusform>将重新读取 %Ln 个文件。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files will be read first.</source>
        <translation>
            <numerusform>将优先读取 %Ln 个文件。</numerusform>
        </translation>
    </message>
    <message>
        <source>Export file list</source>
        <translation>导出文件列表</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>排除</translation>
    </message>
    <message>
        <source>Leave {files} out of the library?</source>
        <translation>要将 {files}排除在资料库之外吗？</translation>
    </message>
    <message>
        <source>Nothing is deleted from your disk. To undo, change the rules under “Folders”.</source>
        <translation>不会从磁盘删除任何内容。若要撤销，请更改“文件夹”中的规则。</translation>
    </message>
    <message numerus="yes">
        <source>Paths copied.</source>
        <translation>
            <numerusform>已复制路径。</numerusform>
        </translation>
    </message>
    <message>
        <source>Saved the list of {files} to “{name}”.</source>
        <translation>已将 {files}的列表保存到“{name}”。</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>{files} left out. To undo, change the rules under “Folders”.</source>
        <translation>已排除 {files}。若要撤销，请更改“文件夹”中的规则。</translation>
    </message>
</context>
<context>
    <name>FileDrops</name>
    <message>
        <source>Drop to add to “{name}”</source>
        <translation>松开以添加到“{name}”</translation>
    </message>
    <message>
        <source>Drop to attach to this conversation</source>
        <translation>放下以附加到此对话</translation>
    </message>
    <message>
        <source>Drop to create the library “{name}”</source>
        <translation>松开以创建资料库“{name}”</translation>
    </message>
    <message>
        <source>Drop to open this as a library</source>
        <translation>拖放到此处以作为资料库打开</translation>
    </message>
    <message>
        <source>Drop to verify the evidence pack</source>
        <translation>拖放以验证证据包</translation>
    </message>
</context>
<context>
    <name>FileFilterBar</name>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>All folders</source>
        <translation>所有文件夹</translation>
    </message>
    <message>
        <source>Filter by name, folder or reason</source>
        <translation>按名称、文件夹或原因筛选</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
</context>
<context>
    <name>FilesCommands</name>
    <message>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Change search model</source>
        <translation>更改检索模型</translation>
    </message>
    <message>
        <source>Prepare “{name}” again with the search model from Settings?</source>
        <translation>要用“设置”中的检索模型重新准备“{name}”吗？</translation>
    </message>
    <message>
        <source>You can keep searching meanwhile. If you stop, the library stays as it is.</source>
        <translation>期间仍可搜索。如果停止，资料库将保持原样。</translation>
    </message>
</context>
<context>
    <name>FilesModel</name>
    <message>
        <source>Changed</source>
        <translation>已修改</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
</context>
<context>
    <name>FilesPage</name>
    <message>
        <source>Back to the conversation</source>
        <translation>返回对话</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Files in “{name}”</source>
        <translation>“{name}”中的文件</translation>
    </message>
    <message>
        <source>Folders…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>排除</translation>
    </message>
    <message>
        <source>Make a table of these files</source>
        <translation>用这些文件制作表格</translation>
    </message>
    <message>
        <source>No files match. Try a broader filter.</source>
        <translation>没有匹配的文件。请放宽筛选条件。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Prioritise</source>
        <translation>优先</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>Retry unreadable files</source>
        <translation>重试无法读取的文件</translation>
    </message>
    <message>
        <source>Save the filtered list as a table</source>
        <translation>将筛选后的列表保存为表格</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Show only this folder</source>
        <translation>仅显示此文件夹</translation>
    </message>
    <message>
        <source>{chosen} of {files} selected</source>
        <translation>已选择 {chosen} 个，共 {files}</translation>
    </message>
</context>
<context>
    <name>FilesTable</name>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
</context>
<context>
    <name>FilesWords</name>
    <message numerus="yes">
        <source>%Ln files ({size}) will be read</source>
        <translation>
            <numerusform>将读取 %Ln 个文件（{size}）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln others</source>
        <translation>
            <numerusform>其他 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Being read</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>Can&apos;t be reached right now. It stays searchable.</source>
        <translation>目前无法访问，仍可搜索。</translation>
    </message>
    <message>
        <source>Could not be read. See the reason.</source>
        <translation>无法读取。请查看原因。</translation>
    </message>
    <message>
        <source>Found {files}.</source>
        <translation>找到 {files}。</translation>
    </message>
    <message>
        <source>Found {files}; {count} left out.</source>
        <translation>找到 {files}；排除 {count} 个。</translation>
    </message>
    <message>
        <source>Left out. See the reason.</source>
        <translation>已排除。请查看原因。</translation>
    </message>
    <message>
        <source>Searchable by words and meaning.</source>
        <translation>可按词语和语义搜索。</translation>
    </message>
    <message>
        <source>Searchable by words in about {time}.</source>
        <translation>约 {time}后可按词语搜索。</translation>
    </message>
    <message>
        <source>Searchable by words in less than a minute.</source>
        <translation>不到一分钟即可按词语搜索。</translation>
    </message>
    <message>
        <source>Searchable by words only for now.</source>
        <translation>目前只能按词语搜索。</translation>
    </message>
    <message>
        <source>This folder contains no files.</source>
        <translation>此文件夹中没有文件。</translation>
    </message>
    <message>
        <source>Waiting to be read.</source>
        <translation>等待读取。</translation>
    </message>
    <message>
        <source>in {name}</source>
        <translation>位于 {name}</translation>
    </message>
    <message>
        <source>without extension</source>
        <translation>无扩展名</translation>
    </message>
    <message>
        <source>{read}.</source>
        <translation>{read}。</translation>
    </message>
    <message numerus="yes">
        <source>{read}; %Ln are left out.</source>
        <translation>
            <numerusform>{read}；排除 %Ln 个。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FilterBar</name>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Remove the condition {text}</source>
        <translation>移除条件 {text}</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>{name}: all</source>
        <translation>{name}：全部</translation>
    </message>
</context>
<context>
    <name>FilterMenus</name>
    <message>
        <source>All folders</source>
        <translation>所有文件夹</translation>
    </message>
    <message>
        <source>All languages</source>
        <translation>所有语言</translation>
    </message>
    <message>
        <source>All types</source>
        <translation>所有类型</translation>
    </message>
    <message>
        <source>From … to …</source>
        <translation>从 … 至 …</translation>
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
        <translation>字段</translation>
    </message>
    <message>
        <source>File name</source>
        <translation>文件名</translation>
    </message>
    <message>
        <source>File type</source>
        <translation>文件类型</translation>
    </message>
    <message>
        <source>Folder and file</source>
        <translation>文件夹和文件</translation>
    </message>
    <message>
        <source>Heading</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Remove this condition</source>
        <translation>移除此条件</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>above</source>
        <translation>大于</translation>
    </message>
    <message>
        <source>at least</source>
        <translation>至少</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>至多</translation>
    </message>
    <message>
        <source>below</source>
        <translation>小于</translation>
    </message>
    <message>
        <source>contains</source>
        <translation>包含</translation>
    </message>
    <message>
        <source>does not contain</source>
        <translation>不包含</translation>
    </message>
    <message>
        <source>is</source>
        <translation>是</translation>
    </message>
    <message>
        <source>is none of</source>
        <translation>不属于</translation>
    </message>
    <message>
        <source>is not</source>
        <translation>不是</translation>
    </message>
    <message>
        <source>is one of</source>
        <translation>属于</translation>
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
        <translation>添加条件</translation>
    </message>
</context>
<context>
    <name>FindAllSection</name>
    <message>
        <source>A word, a name, a number, a date</source>
        <translation>词语、名称、数字或日期</translation>
    </message>
    <message>
        <source>All mentions…</source>
        <translation>全部提及…</translation>
    </message>
    <message>
        <source>By meaning</source>
        <translation>按含义</translation>
    </message>
    <message>
        <source>Count only the same case, accents, hyphens, and forms of numbers and dates</source>
        <translation>仅统计大小写、重音、连字符以及数字和日期形式都相同的内容</translation>
    </message>
    <message>
        <source>Every mention in all files, counted by file. Several phrases in quotation marks are counted together.</source>
        <translation>统计所有文件中的每处提及，按文件列出。引号中的多个短语会合并统计。</translation>
    </message>
    <message>
        <source>Exactly as written</source>
        <translation>完全按原样</translation>
    </message>
    <message>
        <source>Export all mentions</source>
        <translation>导出全部提及</translation>
    </message>
    <message>
        <source>Export what was searched</source>
        <translation>导出查找范围</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Find all</source>
        <translation>查找全部</translation>
    </message>
    <message>
        <source>Find sentences that are about it, whatever their words; not complete</source>
        <translation>查找谈及此事的句子，不论用词；不保证完整</translation>
    </message>
    <message>
        <source>Looking through all files…</source>
        <translation>正在查找所有文件…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>The files have changed. Count again</source>
        <translation>文件已更改。重新统计</translation>
    </message>
    <message>
        <source>What was searched, as proof…</source>
        <translation>查找范围（作为证明）…</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>Find in this document</source>
        <translation>在此文档中查找</translation>
    </message>
    <message>
        <source>Next (Enter)</source>
        <translation>下一个 (Enter)</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>Previous (Shift+Enter)</source>
        <translation>上一个 (Shift+Enter)</translation>
    </message>
    <message>
        <source>{place} of {total}</source>
        <translation>{place}/{total}</translation>
    </message>
</context>
<context>
    <name>FindingCard</name>
    <message>
        <source>Accept sentence</source>
        <translation>接受句子</translation>
    </message>
    <message>
        <source>Accept text</source>
        <translation>接受原文</translation>
    </message>
    <message>
        <source>Dismiss finding</source>
        <translation>忽略问题</translation>
    </message>
    <message>
        <source>It stays as it is</source>
        <translation>保持原句不变</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Sources that the text names</source>
        <translation>文本所引来源</translation>
    </message>
    <message>
        <source>The finding is wrong</source>
        <translation>该问题判断有误</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>FindingList</name>
    <message>
        <source>Findings</source>
        <translation>问题</translation>
    </message>
</context>
<context>
    <name>FolderAdder</name>
    <message>
        <source>Add files</source>
        <translation>添加文件</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>添加文件夹</translation>
    </message>
    <message>
        <source>My files</source>
        <translation>我的文件</translation>
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
        <translation>遵循 .gitignore</translation>
    </message>
    <message>
        <source>Leave out (one pattern per line)</source>
        <translation>排除（每行一个模式）</translation>
    </message>
    <message>
        <source>Leave out files larger than</source>
        <translation>排除大于此值的文件</translation>
    </message>
    <message>
        <source>Read hidden files</source>
        <translation>读取隐藏文件</translation>
    </message>
    <message>
        <source>Recognise text in scans and pictures</source>
        <translation>识别扫描件和图片中的文字</translation>
    </message>
    <message>
        <source>“*.bak” matches all files with that extension, “drafts/” a folder anywhere, “/old” only the top level. “!keep.bak” includes a file again.</source>
        <translation>“*.bak”匹配所有此扩展名的文件，“drafts/”匹配任意位置的文件夹，“/old”仅匹配最上层。“!keep.bak”重新纳入某个文件。</translation>
    </message>
</context>
<context>
    <name>FoldersDialog</name>
    <message>
        <source>Add folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Check what will be read</source>
        <translation>查看将读取的内容</translation>
    </message>
    <message>
        <source>Earlier states of files</source>
        <translation>文件的早期状态</translation>
    </message>
    <message>
        <source>Files are only read, never changed.</source>
        <translation>文件只会被读取，绝不会被更改。</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Folders of “{name}”</source>
        <translation>“{name}”的文件夹</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Forget the earlier states of all files of this library?</source>
        <translation>清除此资料库所有文件的早期状态？</translation>
    </message>
    <message>
        <source>Keep earlier states of files that change</source>
        <translation>保留已更改文件的早期状态</translation>
    </message>
    <message>
        <source>Kept so far: {count}, {size}</source>
        <translation>已保留：{count} 个，{size}</translation>
    </message>
    <message>
        <source>Prioritise</source>
        <translation>优先</translation>
    </message>
    <message>
        <source>Programs such as Claude Desktop, Cursor and VS Code may then search this library and read its documents. What they read may go to the servers of their models.</source>
        <translation>Claude Desktop、Cursor、VS Code 等程序随后可以搜索此资料库并阅读其中的文档。它们读到的内容可能会发送到其模型的服务器。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove from library</source>
        <translation>从资料库移除</translation>
    </message>
    <message>
        <source>Remove “{name}” with {files} from the library?</source>
        <translation>要从资料库移除“{name}”（{files}）吗？</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Share with other programs</source>
        <translation>与其他程序共享</translation>
    </message>
    <message>
        <source>The files stay where they are. If you add the folder again, they will be read again.</source>
        <translation>文件保留在原处。如果再次添加该文件夹，将重新读取。</translation>
    </message>
    <message>
        <source>The library then keeps the text of the last ten states of each file that changes, to compare it with. Backups and copies of the library hold it as well.</source>
        <translation>资料库会为每个已更改的文件保留最近十个状态的文本，以便比较。资料库的备份和副本也包含这些文本。</translation>
    </message>
    <message>
        <source>can&apos;t be reached, stays searchable</source>
        <translation>无法访问，仍可搜索</translation>
    </message>
    <message>
        <source>{gone} missing</source>
        <translation>缺少 {gone} 个</translation>
    </message>
    <message>
        <source>“{name}” will be read first.</source>
        <translation>将优先读取“{name}”。</translation>
    </message>
</context>
<context>
    <name>GridView</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>工作表</translation>
    </message>
</context>
<context>
    <name>HighlightCommands</name>
    <message>
        <source>Only PDF files can be highlighted.</source>
        <translation>只有 PDF 文件可以添加高亮。</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Save a copy with highlights</source>
        <translation>保存带高亮的副本</translation>
    </message>
    <message>
        <source>Save copies with highlights in</source>
        <translation>带高亮的副本的保存位置</translation>
    </message>
    <message numerus="yes">
        <source>Saved %Ln copies with highlights in “{folder}”.</source>
        <translation>
            <numerusform>已将 %Ln 份带高亮的副本保存到“{folder}”。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Saved “{name}” with %Ln highlights.</source>
        <translation>
            <numerusform>已保存“{name}”，含 %Ln 处高亮。</numerusform>
        </translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>The answer cites no PDF.</source>
        <translation>该答案没有引用 PDF。</translation>
    </message>
    <message>
        <source>{name} – highlights</source>
        <translation>{name} – 高亮</translation>
    </message>
</context>
<context>
    <name>IndexBuildDialog</name>
    <message>
        <source>Build other indexes of “{name}”</source>
        <translation>为“{name}”建立其他索引</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>No model is connected.</source>
        <translation>未连接模型。</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Some ways of searching need their own index. Choose one under Advanced, “Search by”. Building it can take a long time. You can stop, resume later, and ask questions meanwhile.</source>
        <translation>某些搜索方式需要专用索引，可在“高级”的“搜索方式”中选择。建立索引可能需要较长时间，可停止、稍后继续，期间仍可提问。</translation>
    </message>
    <message>
        <source>Two of these indexes need one. Connect it in Settings.</source>
        <translation>其中两个索引需要模型。请在“设置”中连接。</translation>
    </message>
</context>
<context>
    <name>IndexBuilds</name>
    <message>
        <source>Graph of facts</source>
        <translation>事实图谱</translation>
    </message>
    <message>
        <source>Lists the keywords of every passage, with the model if one is connected. Names and terms are then found at once.</source>
        <translation>列出每个段落的关键词（如已连接模型则使用模型）。名称和术语可立即找到。</translation>
    </message>
    <message>
        <source>Ready: {passages}</source>
        <translation>就绪：{passages}</translation>
    </message>
    <message>
        <source>Stopped. The part already built was kept.</source>
        <translation>已停止。已建立的部分予以保留。</translation>
    </message>
    <message>
        <source>Table of keywords</source>
        <translation>关键词表</translation>
    </message>
    <message>
        <source>The model records how people and things are connected, for questions that combine several files.</source>
        <translation>模型记录人与事物之间的联系，适合涉及多个文件的问题。</translation>
    </message>
    <message>
        <source>The model summarises neighbouring passages, then the summaries. Broad questions then find the right part.</source>
        <translation>模型先概括相邻段落，再概括这些摘要。宽泛的问题由此能找到正确的部分。</translation>
    </message>
    <message>
        <source>Tree of summaries</source>
        <translation>摘要树</translation>
    </message>
    <message>
        <source>Waiting for its turn</source>
        <translation>正在排队</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done}/{total}</translation>
    </message>
</context>
<context>
    <name>IndexKindCard</name>
    <message>
        <source>Build</source>
        <translation>建立</translation>
    </message>
    <message>
        <source>Build: {name}</source>
        <translation>建立：{name}</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
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
        <translation>API 密钥</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Choose one in the settings.</source>
        <translation>请在“设置”中选择。</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Connect to {service}</source>
        <translation>连接到 {service}</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>Enter the key first.</source>
        <translation>请先输入密钥。</translation>
    </message>
    <message>
        <source>Get a key</source>
        <translation>获取密钥</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>The key is stored in this system&apos;s keychain.</source>
        <translation>密钥保存在此系统的密钥链中。</translation>
    </message>
    <message>
        <source>The service lists no models.</source>
        <translation>该服务未列出模型。</translation>
    </message>
    <message>
        <source>This program is portable. Keys and passwords are stored in {file}, in no keychain: whoever gets the folder can read them.</source>
        <translation>此程序为便携模式。密钥和密码保存在 {file} 中，而不在钥匙串中：得到该文件夹的人都能读取它们。</translation>
    </message>
    <message>
        <source>This system has no keychain, and {file} cannot be written. A key is forgotten when you close the program.</source>
        <translation>此系统没有密钥链，且无法写入 {file}。关闭程序后密钥将被遗忘。</translation>
    </message>
    <message>
        <source>This system has no keychain. Keys and passwords are stored in {file}, which only you can open.</source>
        <translation>此系统没有密钥链。密钥和密码保存在只有您能打开的 {file} 中。</translation>
    </message>
    <message>
        <source>Your questions, and the passages that belong to them, are sent to {host}.</source>
        <translation>您的问题及相关段落会发送到 {host}。</translation>
    </message>
</context>
<context>
    <name>LeftOutDialog</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Files left out</source>
        <translation>已排除的文件</translation>
    </message>
    <message>
        <source>Filter by name, folder or reason</source>
        <translation>按名称、文件夹或原因筛选</translation>
    </message>
    <message>
        <source>The first {listed} of {files}</source>
        <translation>{files}中的前 {listed} 个</translation>
    </message>
</context>
<context>
    <name>LeftOutModel</name>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>Libraries</name>
    <message>
        <source>{size} on disk</source>
        <translation>占用磁盘 {size}</translation>
    </message>
</context>
<context>
    <name>LibraryCopies</name>
    <message>
        <source>Back up library</source>
        <translation>备份资料库</translation>
    </message>
    <message>
        <source>Backed up to {file}</source>
        <translation>已备份到 {file}</translation>
    </message>
    <message>
        <source>Library (*{suffix})</source>
        <translation>资料库 (*{suffix})</translation>
    </message>
    <message>
        <source>Open a backup as a library</source>
        <translation>将备份作为资料库打开</translation>
    </message>
    <message>
        <source>{name} copy</source>
        <translation>{name} 副本</translation>
    </message>
</context>
<context>
    <name>LibraryDeletion</name>
    <message>
        <source>Conversations: {names}. They stay and can be read, found and exported.</source>
        <translation>对话：{names}。它们会保留，可阅读、查找和导出。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete its conversations as well</source>
        <translation>同时删除其对话</translation>
    </message>
    <message>
        <source>Delete library</source>
        <translation>删除资料库</translation>
    </message>
    <message>
        <source>Delete the library “{name}”?</source>
        <translation>要删除资料库“{name}”吗？</translation>
    </message>
    <message>
        <source>The library “{name}” was deleted.</source>
        <translation>资料库“{name}”已删除。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Your files stay where they are; {size} become free.</source>
        <translation>文件保留在原处；将释放 {size}。</translation>
    </message>
    <message>
        <source>{names} and {count} more</source>
        <translation>{names} 及其他 {count} 个</translation>
    </message>
</context>
<context>
    <name>LibraryNotices</name>
    <message>
        <source>Allow it only if these are your folders and belong in this library:</source>
        <translation>仅当这些是您的文件夹且属于此资料库时才允许：</translation>
    </message>
    <message>
        <source>Don&apos;t read them</source>
        <translation>不读取</translation>
    </message>
    <message>
        <source>If you deleted them, remove them here as well. If a drive is disconnected or a sync is running, keep them.</source>
        <translation>如果已删除，请在此一并移除。如果驱动器已断开或正在同步，请保留。</translation>
    </message>
    <message>
        <source>Keep them</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Read them</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Remove them</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>See list</source>
        <translation>查看列表</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>This library comes from elsewhere and lists folders to read. They are not read yet.</source>
        <translation>此资料库来自其他地方，并列出了要读取的文件夹。这些文件夹尚未读取。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>以及另外 {count} 个</translation>
    </message>
    <message>
        <source>{gone} of {files} in “{folder}” are gone. They stay searchable.</source>
        <translation>“{folder}”的 {files}中有 {gone} 个已不在原处，仍可搜索。</translation>
    </message>
    <message numerus="yes">
        <source>{names} can&apos;t be reached. Its %Ln files stay searchable.</source>
        <translation>
            <numerusform>无法访问 {names}。其中 %Ln 个文件仍可搜索。</numerusform>
        </translation>
    </message>
    <message>
        <source>{names} can&apos;t be reached. Its files stay searchable.</source>
        <translation>无法访问 {names}。其中的文件仍可搜索。</translation>
    </message>
</context>
<context>
    <name>LibraryPane</name>
    <message>
        <source>Conversations</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Drop files or folders anywhere</source>
        <translation>将文件或文件夹拖到任意位置</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>资料库</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>新建对话</translation>
    </message>
    <message>
        <source>New library or files</source>
        <translation>新建资料库或添加文件</translation>
    </message>
</context>
<context>
    <name>LinkOpener</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open link</source>
        <translation>打开链接</translation>
    </message>
    <message>
        <source>Open “{place}”?</source>
        <translation>要打开“{place}”吗？</translation>
    </message>
    <message>
        <source>{address}

The model wrote this link or copied it from a document. The site it leads to sees the whole address. You won&apos;t be asked again about “{place}” until you close the window.</source>
        <translation>{address}

此链接由模型写出或取自文档。链接指向的网站会看到完整地址。在关闭窗口之前，不会再次询问“{place}”。</translation>
    </message>
</context>
<context>
    <name>LoginRow</name>
    <message>
        <source>On</source>
        <translation>开</translation>
    </message>
    <message>
        <source>Start at login</source>
        <translation>登录时启动</translation>
    </message>
    <message>
        <source>The window starts minimised, and the folders of your libraries are watched from then on.</source>
        <translation>窗口以最小化方式启动，并从此时起监视资料库的文件夹。</translation>
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
        <translation>建立失败。</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Reading stopped. The window says why.</source>
        <translation>读取已停止。原因见窗口。</translation>
    </message>
    <message>
        <source>The answer failed.</source>
        <translation>回答失败。</translation>
    </message>
    <message>
        <source>The answer is ready.</source>
        <translation>回答已完成。</translation>
    </message>
    <message>
        <source>The download failed.</source>
        <translation>下载失败。</translation>
    </message>
    <message>
        <source>The download is complete.</source>
        <translation>下载已完成。</translation>
    </message>
    <message>
        <source>The index was built.</source>
        <translation>索引已建立。</translation>
    </message>
    <message>
        <source>The library is ready to be asked.</source>
        <translation>资料库可以提问了。</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Damaged file</source>
        <translation>损坏的文件</translation>
    </message>
</context>
<context>
    <name>McpPage</name>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Take out again</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>The program then finds the libraries that you share. A copy of its settings is kept beside them.</source>
        <translation>该程序随后就能找到您共享的资料库。其设置的副本会保留在旁边。</translation>
    </message>
    <message>
        <source>The settings as they were: {path}</source>
        <translation>更改前的设置：{path}</translation>
    </message>
    <message>
        <source>What changes in the settings of the program</source>
        <translation>程序设置中的更改</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Written.</source>
        <translation>已写入。</translation>
    </message>
    <message>
        <source>{program} is connected.</source>
        <translation>{program} 已连接。</translation>
    </message>
</context>
<context>
    <name>MeaningList</name>
    <message>
        <source>Belongs</source>
        <translation>属于</translation>
    </message>
    <message>
        <source>Doesn&apos;t belong</source>
        <translation>不属于</translation>
    </message>
    <message>
        <source>Take the sentence into the result (+); the cut moves</source>
        <translation>将该句计入结果（+）；界线随之移动</translation>
    </message>
    <message>
        <source>Take the sentence out of the result (−); the cut moves</source>
        <translation>将该句移出结果（−）；界线随之移动</translation>
    </message>
</context>
<context>
    <name>MeaningModel</name>
    <message>
        <source>Cut here. Just below it:</source>
        <translation>以上为结果。紧随其后的句子：</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Sentence</source>
        <translation>句子</translation>
    </message>
</context>
<context>
    <name>MentionList</name>
    <message>
        <source>Copy link</source>
        <translation>复制链接</translation>
    </message>
    <message>
        <source>Mentions</source>
        <translation>提及</translation>
    </message>
</context>
<context>
    <name>Mentions</name>
    <message numerus="yes">
        <source>%Ln mention(s)</source>
        <translation>
            <numerusform>%Ln 处提及</numerusform>
        </translation>
    </message>
    <message>
        <source>Not readable</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>Spelt alike: {words}</source>
        <translation>写法相近：{words}</translation>
    </message>
    <message>
        <source>Still being read</source>
        <translation>仍在读取</translation>
    </message>
    <message>
        <source>With mentions</source>
        <translation>有提及</translation>
    </message>
    <message>
        <source>Without</source>
        <translation>无提及</translation>
    </message>
    <message>
        <source>Written: {spellings}</source>
        <translation>写法：{spellings}</translation>
    </message>
</context>
<context>
    <name>Messages</name>
    <message>
        <source>A cell far from all others makes one of its sheets too large to read.</source>
        <translation>某个远离其他内容的单元格使其中一个工作表过大而无法读取。</translation>
    </message>
    <message>
        <source>A connection needs a name.</source>
        <translation>连接需要名称。</translation>
    </message>
    <message>
        <source>A connection needs a provider.</source>
        <translation>连接需要提供方。</translation>
    </message>
    <message>
        <source>A fault in the program interrupted a part of it. That part was started again.</source>
        <translation>程序故障中断了其中一部分。该部分已重新启动。</translation>
    </message>
    <message>
        <source>A fault in the program interrupted the watching of your folders. They are watched again.</source>
        <translation>程序故障中断了对文件夹的监视。现已恢复监视。</translation>
    </message>
    <message>
        <source>A fault in the program interrupted this answer. The part received so far was kept.</source>
        <translation>程序故障中断了此回答。已收到的部分已保留。</translation>
    </message>
    <message>
        <source>A fault in the program interrupted what continues waiting files. It was started again.</source>
        <translation>程序故障中断了对等待文件的继续处理。现已重新启动。</translation>
    </message>
    <message>
        <source>A fault in the program kept this answer from being checked. Check it before you rely on it.</source>
        <translation>由于程序故障，此回答未经核对。使用前请自行核对。</translation>
    </message>
    <message>
        <source>A fault in the program kept this answer from being checked. “Documents only” shows none of it.</source>
        <translation>由于程序故障，此回答未经核对。“仅限文档”不会显示其内容。</translation>
    </message>
    <message>
        <source>A fault in the program kept this answer from being saved. Copy what you need of it.</source>
        <translation>由于程序故障，此回答未保存。请复制您需要的内容。</translation>
    </message>
    <message>
        <source>A library can watch at most {most} things.</source>
        <translation>一个资料库最多可以关注 {most} 项内容。</translation>
    </message>
    <message>
        <source>A library needs a name of 1 to 120 characters.</source>
        <translation>资料库需要 1 至 120 个字符的名称。</translation>
    </message>
    <message>
        <source>A library&apos;s name must be readable text.</source>
        <translation>资料库名称必须是可读的文本。</translation>
    </message>
    <message>
        <source>A quotation mark is missing in “{line}”.</source>
        <translation>“{line}”缺少引号。</translation>
    </message>
    <message>
        <source>A search can have at most {most} conditions like “type:pdf”.</source>
        <translation>一次搜索最多可有 {most} 个“type:pdf”这样的条件。</translation>
    </message>
    <message>
        <source>A text is longer than the model “{model_name}” can read.</source>
        <translation>有文本超出模型“{model_name}”可读取的长度。</translation>
    </message>
    <message>
        <source>A title needs at least one letter.</source>
        <translation>标题至少需要一个字符。</translation>
    </message>
    <message>
        <source>Add --provider, or --preset with one of: {names}.</source>
        <translation>请加上 --provider，或用 --preset 指定其一：{names}。</translation>
    </message>
    <message>
        <source>Add a spreadsheet or CSV file to the library.</source>
        <translation>请向资料库添加电子表格或 CSV 文件。</translation>
    </message>
    <message>
        <source>Add credit at the provider.</source>
        <translation>请在提供方充值。</translation>
    </message>
    <message>
        <source>Add one first.</source>
        <translation>请先添加一个。</translation>
    </message>
    <message>
        <source>Add one in the settings, or with “desktop-rag connection add”.</source>
        <translation>请在“设置”中或用“desktop-rag connection add”添加。</translation>
    </message>
    <message>
        <source>Add spreadsheets, CSV files or documents with tables, or ask the passages instead.</source>
        <translation>请添加电子表格、CSV 文件或含表格的文档，或改为向段落提问。</translation>
    </message>
    <message>
        <source>All {files} files were read.</source>
        <translation>全部 {files} 个文件均已读取。</translation>
    </message>
    <message>
        <source>Another file has taken the place of your conversations: {file}.</source>
        <translation>您的对话文件已被另一个文件取代：{file}。</translation>
    </message>
    <message>
        <source>Another program changed the data while it was copied.</source>
        <translation>复制期间有其他程序更改了数据。</translation>
    </message>
    <message>
        <source>Another program is changing the names of libraries.</source>
        <translation>另一个程序正在更改资料库的名称。</translation>
    </message>
    <message>
        <source>Another program is using {file}.</source>
        <translation>另一个程序正在使用 {file}。</translation>
    </message>
    <message>
        <source>Answers a question from the passages that fit it.</source>
        <translation>根据匹配的段落回答问题。</translation>
    </message>
    <message>
        <source>Answers are now quotations from your files.</source>
        <translation>回答现在为文件中的引文。</translation>
    </message>
    <message>
        <source>Any other setting of the model, for example llm.context_window=8192. May be repeated.</source>
        <translation>模型的任何其他设置，例如 llm.context_window=8192。可重复。</translation>
    </message>
    <message>
        <source>Any other setting, for example llm.seed=7; “desktop-rag settings” lists them. May be repeated.</source>
        <translation>任何其他设置，例如 llm.seed=7；“desktop-rag settings”可列出。可重复。</translation>
    </message>
    <message>
        <source>April</source>
        <translation>4月</translation>
    </message>
    <message>
        <source>Ask again when no answer uses it.</source>
        <translation>请在没有回答使用它时重试。</translation>
    </message>
    <message>
        <source>Ask again, or choose another model.</source>
        <translation>请重新提问，或选择其他模型。</translation>
    </message>
    <message>
        <source>Ask again: it starts anew. If it happens again, choose a smaller model.</source>
        <translation>请重新提问，它会重新启动。如再次发生，请选择更小的模型。</translation>
    </message>
    <message>
        <source>Ask another question.</source>
        <translation>请提出其他问题。</translation>
    </message>
    <message>
        <source>Attach a picture or a PDF file.</source>
        <translation>请附加图片或 PDF 文件。</translation>
    </message>
    <message>
        <source>August</source>
        <translation>8月</translation>
    </message>
    <message>
        <source>Available: {names}.</source>
        <translation>可用：{names}。</translation>
    </message>
    <message>
        <source>By file: {names}.</source>
        <translation>按文件：{names}。</translation>
    </message>
    <message>
        <source>CAB archives are not read.</source>
        <translation>不读取 CAB 压缩包。</translation>
    </message>
    <message>
        <source>Cells of the sheet “{name}” refer to texts that are not in the file.</source>
        <translation>工作表“{name}”的单元格引用了文件中不存在的文本。</translation>
    </message>
    <message>
        <source>Change its permissions or choose another --data-dir.</source>
        <translation>请更改其权限，或选择其他 --data-dir。</translation>
    </message>
    <message>
        <source>Change its search model first.</source>
        <translation>请先更改其检索模型。</translation>
    </message>
    <message>
        <source>Change the address to {address}.</source>
        <translation>请将地址改为 {address}。</translation>
    </message>
    <message>
        <source>Change the library&apos;s search model.</source>
        <translation>请更改资料库的检索模型。</translation>
    </message>
    <message>
        <source>Changing to {next}: {done} of {total} passages. Continue with --switch.</source>
        <translation>正在更改为 {next}：{total} 个段落中的 {done} 个。用 --switch 继续。</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Check its address, name and password in this computer&apos;s proxy settings.</source>
        <translation>请检查此计算机代理设置中的地址、名称和密码。</translation>
    </message>
    <message>
        <source>Check its name.</source>
        <translation>请检查其名称。</translation>
    </message>
    <message>
        <source>Check its permissions.</source>
        <translation>请检查其权限。</translation>
    </message>
    <message>
        <source>Check that it exists and that you have permission to change it.</source>
        <translation>请检查它是否存在，以及是否有更改权限。</translation>
    </message>
    <message>
        <source>Check that it exists and that you have permission to read it.</source>
        <translation>请检查它是否存在，以及是否有读取权限。</translation>
    </message>
    <message>
        <source>Check that you have permission to read the file, or move it elsewhere to start with new settings.</source>
        <translation>请检查是否有读取该文件的权限，或将其移走以使用新设置。</translation>
    </message>
    <message>
        <source>Check that you have permission to read the file.</source>
        <translation>请检查您是否有权读取该文件。</translation>
    </message>
    <message>
        <source>Check that you have permission to write there and that the disk has space.</source>
        <translation>请检查写入权限以及磁盘空间。</translation>
    </message>
    <message>
        <source>Check that you may open it.</source>
        <translation>请检查是否有打开的权限。</translation>
    </message>
    <message>
        <source>Check the address (http:// for most servers in your own network) and this computer&apos;s date.</source>
        <translation>请检查地址（自有网络中的服务器大多为 http://）和此计算机的日期。</translation>
    </message>
    <message>
        <source>Check the address and the search model in the settings.</source>
        <translation>请检查设置中的地址和检索模型。</translation>
    </message>
    <message>
        <source>Check the address of the model in the settings.</source>
        <translation>请检查“设置”中的模型地址。</translation>
    </message>
    <message>
        <source>Check the address, or restart the server.</source>
        <translation>请检查地址，或重新启动服务器。</translation>
    </message>
    <message>
        <source>Check the address, or the proxy.</source>
        <translation>请检查地址或代理。</translation>
    </message>
    <message>
        <source>Check the address, the network and the firewall.</source>
        <translation>请检查地址、网络和防火墙。</translation>
    </message>
    <message>
        <source>Check the address.</source>
        <translation>请检查地址。</translation>
    </message>
    <message>
        <source>Check the address. Most servers&apos; addresses end in /v1.</source>
        <translation>请检查地址。大多数服务器的地址以 /v1 结尾。</translation>
    </message>
    <message>
        <source>Check the data folder.</source>
        <translation>请检查数据文件夹。</translation>
    </message>
    <message>
        <source>Check the disk, or choose a folder on another one.</source>
        <translation>请检查磁盘，或选择另一磁盘上的文件夹。</translation>
    </message>
    <message>
        <source>Check the disk.</source>
        <translation>请检查磁盘。</translation>
    </message>
    <message>
        <source>Check the disk. The file will be read again on the next run.</source>
        <translation>请检查磁盘。下次运行时将重新读取该文件。</translation>
    </message>
    <message>
        <source>Check the folder and what is left out.</source>
        <translation>请检查文件夹以及被排除的内容。</translation>
    </message>
    <message>
        <source>Check the folder {folder}.</source>
        <translation>请检查文件夹 {folder}。</translation>
    </message>
    <message>
        <source>Check the key&apos;s rights at the provider, or choose another model.</source>
        <translation>请在提供方检查密钥的权限，或选择其他模型。</translation>
    </message>
    <message>
        <source>Check the model&apos;s name and options in the settings.</source>
        <translation>请检查“设置”中的模型名称和选项。</translation>
    </message>
    <message>
        <source>Check the permissions of the data folder.</source>
        <translation>请检查数据文件夹的权限。</translation>
    </message>
    <message>
        <source>Check the reranker&apos;s address in the settings, or leave it empty.</source>
        <translation>请检查“设置”中的重排器地址，或将其留空。</translation>
    </message>
    <message>
        <source>Check the spelling and that the drive is connected.</source>
        <translation>请检查拼写以及驱动器是否已连接。</translation>
    </message>
    <message>
        <source>Check the spelling and the internet connection.</source>
        <translation>请检查拼写和网络连接。</translation>
    </message>
    <message>
        <source>Check the spelling.</source>
        <translation>请检查拼写。</translation>
    </message>
    <message>
        <source>Check the template, and the values that it is given.</source>
        <translation>请检查模板以及传给它的值。</translation>
    </message>
    <message>
        <source>Check this computer&apos;s proxy settings.</source>
        <translation>请检查此计算机的代理设置。</translation>
    </message>
    <message>
        <source>Choose a connection to a server.</source>
        <translation>请选择一个服务器连接。</translation>
    </message>
    <message>
        <source>Choose a file in the GGUF format.</source>
        <translation>请选择 GGUF 格式的文件。</translation>
    </message>
    <message>
        <source>Choose a file that ends in {suffix}.</source>
        <translation>请选择以 {suffix} 结尾的文件。</translation>
    </message>
    <message>
        <source>Choose a file that was written by exporting settings.</source>
        <translation>请选择由导出设置生成的文件。</translation>
    </message>
    <message>
        <source>Choose a folder on a local disk.</source>
        <translation>请选择本地磁盘上的文件夹。</translation>
    </message>
    <message>
        <source>Choose a model that can, or another mode.</source>
        <translation>请选择支持此功能的模型或其他模式。</translation>
    </message>
    <message>
        <source>Choose a model with a larger window, or shorten the question.</source>
        <translation>请选择上下文窗口更大的模型，或缩短问题。</translation>
    </message>
    <message>
        <source>Choose a shorter name.</source>
        <translation>请选择更短的名称。</translation>
    </message>
    <message>
        <source>Choose a smaller model, or close other programs.</source>
        <translation>请选择更小的模型，或关闭其他程序。</translation>
    </message>
    <message>
        <source>Choose a smaller model.</source>
        <translation>请选择更小的模型。</translation>
    </message>
    <message>
        <source>Choose an empty or a new folder.</source>
        <translation>请选择空文件夹或新文件夹。</translation>
    </message>
    <message>
        <source>Choose another --data-dir.</source>
        <translation>请选择其他 --data-dir。</translation>
    </message>
    <message>
        <source>Choose another file in the settings.</source>
        <translation>请在“设置”中选择其他文件。</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>请选择其他文件。</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>请选择其他文件夹。</translation>
    </message>
    <message>
        <source>Choose another model in the settings.</source>
        <translation>请在“设置”中选择其他模型。</translation>
    </message>
    <message>
        <source>Choose another model.</source>
        <translation>请选择其他模型。</translation>
    </message>
    <message>
        <source>Choose another model; this one may not be for chats.</source>
        <translation>请选择其他模型；此模型可能不适合聊天。</translation>
    </message>
    <message>
        <source>Choose another name, or replace it with --force.</source>
        <translation>请选择其他名称，或用 --force 替换。</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>请选择其他名称。</translation>
    </message>
    <message>
        <source>Choose another one.</source>
        <translation>请选择其他一个。</translation>
    </message>
    <message>
        <source>Choose another place.</source>
        <translation>请选择其他位置。</translation>
    </message>
    <message>
        <source>Choose another.</source>
        <translation>请选择其他一个。</translation>
    </message>
    <message>
        <source>Choose one by its id: {ids}.</source>
        <translation>请按编号选择：{ids}。</translation>
    </message>
    <message>
        <source>Choose one in the settings, or with --provider on the command line.</source>
        <translation>请在“设置”中或用命令行的 --provider 选择。</translation>
    </message>
    <message>
        <source>Choose one in the settings.</source>
        <translation>请在“设置”中选择。</translation>
    </message>
    <message>
        <source>Choose one of 1 to {most} characters.</source>
        <translation>请使用 1 至 {most} 个字符的名称。</translation>
    </message>
    <message>
        <source>Choose one of {names}.</source>
        <translation>请选择其一：{names}。</translation>
    </message>
    <message>
        <source>Choose one of: {names}.</source>
        <translation>请选择其一：{names}。</translation>
    </message>
    <message>
        <source>Choose one that can; if this one can, switch “Sees images” on in its settings.</source>
        <translation>请选择支持的模型；如果此模型支持，请在其设置中开启“可看图片”。</translation>
    </message>
    <message>
        <source>Choose one, or remove “{name}”.</source>
        <translation>请选择一个，或移除“{name}”。</translation>
    </message>
    <message>
        <source>Choose that model in the settings with its server&apos;s address, or change the library&apos;s search model.</source>
        <translation>请在设置中选择该模型及其服务器地址，或更改资料库的检索模型。</translation>
    </message>
    <message>
        <source>Choose the chat mode “react” instead.</source>
        <translation>请改用聊天模式“react”。</translation>
    </message>
    <message>
        <source>Choose the file of a chat model.</source>
        <translation>请选择聊天模型的文件。</translation>
    </message>
    <message>
        <source>Choose the folder that was moved.</source>
        <translation>请选择移动过的文件夹。</translation>
    </message>
    <message>
        <source>Choose {minimum} to {maximum}.</source>
        <translation>请选择 {minimum} 至 {maximum}。</translation>
    </message>
    <message>
        <source>Choose “Read again” in the list of files, or add the file again.</source>
        <translation>请在文件列表中选择“重新读取”，或重新添加文件。</translation>
    </message>
    <message>
        <source>Chroma has no such filter.</source>
        <translation>Chroma 没有此类筛选器。</translation>
    </message>
    <message>
        <source>Close other programs and try again.</source>
        <translation>请关闭其他程序后重试。</translation>
    </message>
    <message>
        <source>Close other programs that use it, and check that you have permission to change its folder.</source>
        <translation>请关闭使用它的其他程序，并检查是否有更改其文件夹的权限。</translation>
    </message>
    <message>
        <source>Close other programs that use it.</source>
        <translation>请关闭使用它的其他程序。</translation>
    </message>
    <message>
        <source>Close other programs, or choose a smaller model.</source>
        <translation>请关闭其他程序，或选择更小的模型。</translation>
    </message>
    <message>
        <source>Close other windows and commands of Desktop RAG and try again.</source>
        <translation>请关闭 Desktop RAG 的其他窗口和命令后重试。</translation>
    </message>
    <message>
        <source>Close the file if another program has it open, or choose another folder.</source>
        <translation>如果其他程序已打开该文件，请将其关闭，或选择其他文件夹。</translation>
    </message>
    <message>
        <source>Close the other window and try again.</source>
        <translation>请关闭另一个窗口后重试。</translation>
    </message>
    <message>
        <source>Close the program, move the folder yourself, and start with the new place.</source>
        <translation>请关闭程序，自行移动文件夹，然后用新位置启动。</translation>
    </message>
    <message>
        <source>Comments</source>
        <translation>批注</translation>
    </message>
    <message>
        <source>Computes and counts over the tables of spreadsheets, CSV files and documents.</source>
        <translation>对电子表格、CSV 文件和文档中的表格进行计算和计数。</translation>
    </message>
    <message>
        <source>Connect its disk and try again. If the folder has another name now, tell it to “desktop-rag data-folder use”.</source>
        <translation>请连接其磁盘后重试。如果文件夹名称已更改，请用“desktop-rag data-folder use”指定。</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Copy it again, or ask whoever gave it to you for another copy.</source>
        <translation>请重新复制，或向提供者索取另一份副本。</translation>
    </message>
    <message>
        <source>Copy it again, or use another backup.</source>
        <translation>请重新复制，或使用其他备份。</translation>
    </message>
    <message>
        <source>Correct the template: see jinja.palletsprojects.com/templates.</source>
        <translation>请更正模板：参见 jinja.palletsprojects.com/templates。</translation>
    </message>
    <message>
        <source>Create it first.</source>
        <translation>请先创建。</translation>
    </message>
    <message>
        <source>Databases and files of numbers are not read.</source>
        <translation>不读取数据库和数值文件。</translation>
    </message>
    <message>
        <source>Databases cannot be locked in {folder}, as is usual on network drives.</source>
        <translation>无法在 {folder} 中锁定数据库，网络驱动器上常有这种情况。</translation>
    </message>
    <message>
        <source>Deadlines: {found}, in {files} of {count} files.</source>
        <translation>期限：{found} 个，见于 {count} 个文件中的 {files} 个。</translation>
    </message>
    <message>
        <source>December</source>
        <translation>12月</translation>
    </message>
    <message>
        <source>Decrypt it with the app that receives it and add that.</source>
        <translation>请用接收它的应用解密后再添加。</translation>
    </message>
    <message>
        <source>Delete the rows and columns beyond the table, save the file and add it again.</source>
        <translation>请删除表格之外的行和列，保存文件后重新添加。</translation>
    </message>
    <message>
        <source>Deleted “{name}”.</source>
        <translation>已删除“{name}”。</translation>
    </message>
    <message>
        <source>Deleted “{name}”. Your files are untouched.</source>
        <translation>已删除“{name}”。您的文件未受影响。</translation>
    </message>
    <message>
        <source>Desktop RAG is working offline, so nothing was sent to {host}.</source>
        <translation>Desktop RAG 正在离线工作，因此未向 {host} 发送任何内容。</translation>
    </message>
    <message>
        <source>Desktop RAG is working offline, so the connection to {host} was closed.</source>
        <translation>Desktop RAG 正在离线工作，因此已关闭与 {host} 的连接。</translation>
    </message>
    <message>
        <source>Diagram</source>
        <translation>示意图</translation>
    </message>
    <message>
        <source>Did you mean “{close}”?</source>
        <translation>您是否要找“{close}”？</translation>
    </message>
    <message>
        <source>Directory {folder} does not exist.</source>
        <translation>文件夹 {folder} 不存在。</translation>
    </message>
    <message>
        <source>DjVu files are not read.</source>
        <translation>不读取 DjVu 文件。</translation>
    </message>
    <message>
        <source>Documents of Hangul 3 and older are not read.</source>
        <translation>不读取 Hangul 3 及更早版本的文档。</translation>
    </message>
    <message>
        <source>Download it again to continue where it stopped.</source>
        <translation>请再次下载，将从中断处继续。</translation>
    </message>
    <message>
        <source>Download it again, or choose another model.</source>
        <translation>请重新下载，或选择其他模型。</translation>
    </message>
    <message>
        <source>Download it again, or repair it with the app that created it.</source>
        <translation>请重新下载，或用创建它的应用修复。</translation>
    </message>
    <message>
        <source>Download it again.</source>
        <translation>请重新下载。</translation>
    </message>
    <message>
        <source>Download it once with “hf download {model_name}”, or give the folder it is in.</source>
        <translation>请用“hf download {model_name}”下载一次，或指定其所在文件夹。</translation>
    </message>
    <message>
        <source>Download or export the model again.</source>
        <translation>请重新下载或导出模型。</translation>
    </message>
    <message>
        <source>Download the model again.</source>
        <translation>请重新下载模型。</translation>
    </message>
    <message>
        <source>Drawings are not read.</source>
        <translation>不读取绘图文件。</translation>
    </message>
    <message>
        <source>Each line needs {&quot;id&quot;, &quot;question&quot;, &quot;expected&quot;: [{&quot;file&quot;, &quot;page&quot; and &quot;grade&quot; if there are any}]}.</source>
        <translation>每行需要 {&quot;id&quot;, &quot;question&quot;, &quot;expected&quot;: [{&quot;file&quot;，如有则加 &quot;page&quot; 和 &quot;grade&quot;}]}。</translation>
    </message>
    <message>
        <source>Earlier, the text says {figure}.</source>
        <translation>前文写的是{figure}。</translation>
    </message>
    <message>
        <source>Enter it in the settings, or remove “rerank” there.</source>
        <translation>请在“设置”中输入，或在其中移除“rerank”。</translation>
    </message>
    <message>
        <source>Enter the key again in the settings.</source>
        <translation>请在“设置”中重新输入密钥。</translation>
    </message>
    <message>
        <source>Enter the key in the settings.</source>
        <translation>请在“设置”中输入密钥。</translation>
    </message>
    <message>
        <source>Enter the name of the model.</source>
        <translation>请输入模型名称。</translation>
    </message>
    <message>
        <source>Example: {example}.</source>
        <translation>示例：{example}。</translation>
    </message>
    <message>
        <source>Export it as HTML, XLSX or CSV.</source>
        <translation>请导出为 HTML、XLSX 或 CSV。</translation>
    </message>
    <message>
        <source>Export it as PDF or DOCX and add that.</source>
        <translation>请导出为 PDF 或 DOCX 后添加。</translation>
    </message>
    <message>
        <source>Export it with the task “sentence-similarity”, or choose another model.</source>
        <translation>请以任务“sentence-similarity”导出，或选择其他模型。</translation>
    </message>
    <message>
        <source>Export it with “optimum-cli export onnx”, or download one that has a folder “onnx”.</source>
        <translation>请用“optimum-cli export onnx”导出，或下载含“onnx”文件夹的模型。</translation>
    </message>
    <message>
        <source>Exported “{name}” to {file}.</source>
        <translation>已将“{name}”导出到 {file}。</translation>
    </message>
    <message>
        <source>February</source>
        <translation>2月</translation>
    </message>
    <message>
        <source>Figure stated differently</source>
        <translation>数字前后不一</translation>
    </message>
    <message>
        <source>File {path} does not exist.</source>
        <translation>文件 {path} 不存在。</translation>
    </message>
    <message>
        <source>Files cannot be sorted by “{name}”.</source>
        <translation>无法按“{name}”排序文件。</translation>
    </message>
    <message>
        <source>Fill the table first, or check the spelling.</source>
        <translation>请先填写表格，或检查拼写。</translation>
    </message>
    <message>
        <source>Folders with this name hold files that programs generate.</source>
        <translation>此名称的文件夹存放程序生成的文件。</translation>
    </message>
    <message>
        <source>Fonts are not read.</source>
        <translation>不读取字体。</translation>
    </message>
    <message>
        <source>Footnotes</source>
        <translation>脚注</translation>
    </message>
    <message>
        <source>Forgot the {kind} for {owner}.</source>
        <translation>已删除 {owner} 的 {kind}。</translation>
    </message>
    <message>
        <source>Form entries</source>
        <translation>表单内容</translation>
    </message>
    <message>
        <source>Found:</source>
        <translation>找到的值：</translation>
    </message>
    <message>
        <source>Free some space and try again.</source>
        <translation>请释放空间后重试。</translation>
    </message>
    <message>
        <source>Free some space or choose a folder on another disk.</source>
        <translation>请释放一些空间，或选择另一磁盘上的文件夹。</translation>
    </message>
    <message>
        <source>Give --portable or --data-dir, not both.</source>
        <translation>请只指定 --portable 或 --data-dir 其中之一。</translation>
    </message>
    <message>
        <source>Give FOLDER or --default.</source>
        <translation>请指定 FOLDER 或 --default。</translation>
    </message>
    <message>
        <source>Give each its own.</source>
        <translation>请为每个设置不同的值。</translation>
    </message>
    <message>
        <source>Give either QUERY or --queries FILE.</source>
        <translation>请提供 QUERY 或 --queries FILE。</translation>
    </message>
    <message>
        <source>Give it one, as in llm=Ollama(&apos;llama3.2&apos;), or set Settings.llm.</source>
        <translation>请提供一个，例如 llm=Ollama(&apos;llama3.2&apos;)，或设置 Settings.llm。</translation>
    </message>
    <message>
        <source>Give one of them another name.</source>
        <translation>请为其中一个更换名称。</translation>
    </message>
    <message>
        <source>Give only one of --json, --csv, --xlsx, --html and --docx.</source>
        <translation>--json、--csv、--xlsx、--html 和 --docx 只能指定其中一个。</translation>
    </message>
    <message>
        <source>Header and footer</source>
        <translation>页眉和页脚</translation>
    </message>
    <message>
        <source>If it holds tables, save them as CSV and add those.</source>
        <translation>如含表格，请另存为 CSV 后添加。</translation>
    </message>
    <message>
        <source>If it holds text, save it as PDF and add that.</source>
        <translation>如含文本，请另存为 PDF 后添加。</translation>
    </message>
    <message>
        <source>If it shows text, save it as JPEG and add that.</source>
        <translation>如含文字，请另存为 JPEG 后添加。</translation>
    </message>
    <message>
        <source>If the server is yours, set the environment variable SSL_CERT_FILE to the file of its certificate and start again. Otherwise check the address and this computer&apos;s date.</source>
        <translation>如果是您自己的服务器，请将环境变量 SSL_CERT_FILE 设为其证书文件并重新启动。否则请检查地址和此计算机的日期。</translation>
    </message>
    <message>
        <source>If there are subtitles or a transcript, add those.</source>
        <translation>如有字幕或文字稿，请添加它们。</translation>
    </message>
    <message>
        <source>If you trust it, split it into smaller files.</source>
        <translation>如果信任它，请将其拆分为较小的文件。</translation>
    </message>
    <message>
        <source>If you trust it, unpack it and add the folder.</source>
        <translation>如果信任它，请解压后添加文件夹。</translation>
    </message>
    <message>
        <source>Import the module that has the class.</source>
        <translation>请导入包含该类的模块。</translation>
    </message>
    <message>
        <source>Imported “{name}”: {files}, {passages}.</source>
        <translation>已导入“{name}”：{files}，{passages}。</translation>
    </message>
    <message>
        <source>Inserted text</source>
        <translation>插入的文本</translation>
    </message>
    <message>
        <source>Install it with “pip install {package}”, or choose another model in the settings.</source>
        <translation>请用“pip install {package}”安装，或在“设置”中选择其他模型。</translation>
    </message>
    <message>
        <source>Install it, or remove it in Settings.</source>
        <translation>请安装，或在“设置”中移除。</translation>
    </message>
    <message>
        <source>Install it: pip install {package}</source>
        <translation>请安装它：pip install {package}</translation>
    </message>
    <message>
        <source>Install the program again, or Tesseract.</source>
        <translation>请重新安装本程序，或安装 Tesseract。</translation>
    </message>
    <message>
        <source>It has no settings.</source>
        <translation>它没有设置项。</translation>
    </message>
    <message>
        <source>It holds more than {limit} MB. The rest was left out.</source>
        <translation>内容超过 {limit} MB，其余部分已排除。</translation>
    </message>
    <message>
        <source>It is a link to a folder. Add that folder itself.</source>
        <translation>这是指向文件夹的链接。请添加该文件夹本身。</translation>
    </message>
    <message>
        <source>It is a signature without the signed file.</source>
        <translation>这是不含被签名文件的签名。</translation>
    </message>
    <message>
        <source>It is a system file.</source>
        <translation>这是系统文件。</translation>
    </message>
    <message>
        <source>It is damaged. The rest could not be read.</source>
        <translation>已损坏，其余部分无法读取。</translation>
    </message>
    <message>
        <source>It is hidden.</source>
        <translation>它是隐藏的。</translation>
    </message>
    <message>
        <source>It is not a document.</source>
        <translation>这不是文档。</translation>
    </message>
    <message>
        <source>It is not a document: its content is not text.</source>
        <translation>这不是文档：其内容不是文本。</translation>
    </message>
    <message>
        <source>It is not a regular file.</source>
        <translation>这不是普通文件。</translation>
    </message>
    <message>
        <source>It is the same as {twin}.</source>
        <translation>与 {twin} 相同。</translation>
    </message>
    <message>
        <source>It listed the computers that were contacted. The entries that could be read are still listed.</source>
        <translation>其中列出了联系过的计算机。能读取的条目仍会列出。</translation>
    </message>
    <message>
        <source>It may need more memory than there is. The server&apos;s own messages tell more.</source>
        <translation>可能内存不足。详情见服务器自身的消息。</translation>
    </message>
    <message>
        <source>It must be an object; see json-schema.org.</source>
        <translation>必须是对象；见 json-schema.org。</translation>
    </message>
    <message>
        <source>It must be {kind}.</source>
        <translation>必须是{kind}。</translation>
    </message>
    <message>
        <source>It only introduces what follows.</source>
        <translation>这句话只是引出下文。</translation>
    </message>
    <message>
        <source>It should look like http://localhost:11434.</source>
        <translation>应类似 http://localhost:11434。</translation>
    </message>
    <message>
        <source>It stays where it was.</source>
        <translation>数据仍在原处。</translation>
    </message>
    <message>
        <source>It stored API keys and passwords. Enter them again in the settings.</source>
        <translation>其中保存着 API 密钥和密码。请在设置中重新输入。</translation>
    </message>
    <message>
        <source>It stored how each model counts tokens. The program learns that again as you ask questions.</source>
        <translation>其中保存着每个模型计算词元的方式。程序会在您提问时重新学习。</translation>
    </message>
    <message>
        <source>It stored how fast files are read on this computer. The program measures that again as it reads.</source>
        <translation>其中保存着此计算机读取文件的速度。程序会在读取时重新测量。</translation>
    </message>
    <message>
        <source>It stored where your data folder is. From now on the folder you named is used.</source>
        <translation>其中保存着数据文件夹的位置。今后将使用您指定的文件夹。</translation>
    </message>
    <message>
        <source>It stored which version of the search model is fastest on this computer. The program measures that again.</source>
        <translation>其中保存着搜索模型的哪个版本在此计算机上最快。程序会重新测量。</translation>
    </message>
    <message>
        <source>It unpacks to far more data than it should, as if made to fill the disk. The rest was left out.</source>
        <translation>解压后的数据远超正常，疑似意在填满磁盘。其余部分已排除。</translation>
    </message>
    <message>
        <source>Its file lists folders that are not read until you accept them: {command}</source>
        <translation>其文件列出的文件夹在您接受之前不会被读取：{command}</translation>
    </message>
    <message>
        <source>Its folder cannot be opened. The file stays searchable.</source>
        <translation>无法打开其文件夹。该文件仍可搜索。</translation>
    </message>
    <message>
        <source>Its folder cannot be reached. The file stays searchable.</source>
        <translation>无法访问其文件夹。该文件仍可搜索。</translation>
    </message>
    <message>
        <source>January</source>
        <translation>1月</translation>
    </message>
    <message>
        <source>Judged by these files alone. Whether a sentence is true, they don&apos;t tell.</source>
        <translation>仅依据这些文件判断。句子是否属实，文件并不能说明。</translation>
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
        <translation>已知：{names}。</translation>
    </message>
    <message>
        <source>Let its name end in {known}.</source>
        <translation>名称应以 {known} 结尾。</translation>
    </message>
    <message>
        <source>Libraries ask for their folders again.</source>
        <translation>资料库会再次请求其文件夹的权限。</translation>
    </message>
    <message>
        <source>Libraries: {others}.</source>
        <translation>资料库：{others}。</translation>
    </message>
    <message>
        <source>Library: {name}</source>
        <translation>资料库：{name}</translation>
    </message>
    <message>
        <source>Line {line} of the template is no valid Jinja: {reason}.</source>
        <translation>模板第 {line} 行不是有效的 Jinja：{reason}。</translation>
    </message>
    <message>
        <source>Line {number} of {path} has no “id” and “query”.</source>
        <translation>{path} 的第 {number} 行没有“id”和“query”。</translation>
    </message>
    <message>
        <source>Line {number} of {path} is not a valid test question.</source>
        <translation>{path} 的第 {number} 行不是有效的测试问题。</translation>
    </message>
    <message>
        <source>Line {number} of {path} names no expected source.</source>
        <translation>{path} 的第 {number} 行未写明预期来源。</translation>
    </message>
    <message>
        <source>Loading the model took too long.</source>
        <translation>加载模型耗时过长。</translation>
    </message>
    <message>
        <source>Look again later.</source>
        <translation>请稍后再看。</translation>
    </message>
    <message>
        <source>Look at the server&apos;s own messages, try again later, or choose a smaller model.</source>
        <translation>请查看服务器自身的消息，稍后重试，或选择更小的模型。</translation>
    </message>
    <message>
        <source>Lotus 1-2-3 and Quattro Pro workbooks are not read.</source>
        <translation>不读取 Lotus 1-2-3 和 Quattro Pro 工作簿。</translation>
    </message>
    <message>
        <source>Make a token next: desktop-rag serve allow NAME</source>
        <translation>接下来请创建令牌：desktop-rag serve allow NAME</translation>
    </message>
    <message>
        <source>Make one with SimpleDocumentStore().</source>
        <translation>请用 SimpleDocumentStore() 创建。</translation>
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
        <translation>可重复。</translation>
    </message>
    <message>
        <source>Model: {name}</source>
        <translation>模型：{name}</translation>
    </message>
    <message>
        <source>Models are sent text and pictures, and this message has a block of {block_type}.</source>
        <translation>发送给模型的只有文字和图片，而这条消息含有 {block_type} 类型的块。</translation>
    </message>
    <message>
        <source>Models that run built in read text only. Choose one of Ollama, of llama.cpp&apos;s server or of an online service.</source>
        <translation>内置运行的模型只读文字。请选择 Ollama、llama.cpp 服务器或在线服务的模型。</translation>
    </message>
    <message>
        <source>Models: {names}</source>
        <translation>模型：{names}</translation>
    </message>
    <message>
        <source>Must specify `class_name` in reader data.</source>
        <translation>读取器的数据中缺少 `class_name`。</translation>
    </message>
    <message>
        <source>Name one in the settings, or choose the built-in one.</source>
        <translation>请在“设置”中指定，或选择内置模型。</translation>
    </message>
    <message>
        <source>New passages are found by words only for now: {error} The program tries again automatically.</source>
        <translation>新的段落目前只能按词语找到：{error} 程序会自动重试。</translation>
    </message>
    <message>
        <source>No conversation says “{words}”.</source>
        <translation>没有对话包含“{words}”。</translation>
    </message>
    <message>
        <source>No files found in {input_dir}.</source>
        <translation>在 {input_dir} 中未找到文件。</translation>
    </message>
    <message>
        <source>No key was given.</source>
        <translation>未提供密钥。</translation>
    </message>
    <message>
        <source>No model is chosen yet.</source>
        <translation>尚未选择模型。</translation>
    </message>
    <message>
        <source>No model is used: answers are quotations from your files.</source>
        <translation>未使用模型：回答为文件中的引文。</translation>
    </message>
    <message>
        <source>No passage has this quotation.</source>
        <translation>没有段落包含此引文。</translation>
    </message>
    <message>
        <source>No passage says this.</source>
        <translation>没有段落这样说。</translation>
    </message>
    <message>
        <source>No search model is chosen.</source>
        <translation>未选择检索模型。</translation>
    </message>
    <message>
        <source>No server responds at {place}.</source>
        <translation>{place} 没有服务器响应。</translation>
    </message>
    <message>
        <source>No support for this answer was found in your files. Check it before you rely on it.</source>
        <translation>在文件中未找到此回答的依据。采用之前请先核实。</translation>
    </message>
    <message>
        <source>None of the settings in {file} can be used. Their values are invalid: {names}.</source>
        <translation>{file} 中的设置均无法使用。以下值无效：{names}。</translation>
    </message>
    <message>
        <source>Not enough disk space to read {names}. Free some space. Reading then continues.</source>
        <translation>磁盘空间不足，无法读取 {names}。释放空间后将继续读取。</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Nothing changes.</source>
        <translation>无任何更改。</translation>
    </message>
    <message>
        <source>Nothing has left this machine.</source>
        <translation>没有任何内容离开过此计算机。</translation>
    </message>
    <message>
        <source>Nothing in these files seems to be about this.</source>
        <translation>这些文件中似乎没有相关内容。</translation>
    </message>
    <message>
        <source>Nothing in this library matches the question. Try different words, or add files that cover it.</source>
        <translation>此资料库中没有与问题匹配的内容。请换用其他词语，或添加相关文件。</translation>
    </message>
    <message>
        <source>Nothing was changed. Correct the file, or choose another one.</source>
        <translation>未作任何更改。请修正该文件，或选择另一个文件。</translation>
    </message>
    <message>
        <source>November</source>
        <translation>11月</translation>
    </message>
    <message>
        <source>Number doesn&apos;t fit the list</source>
        <translation>数量与列表不符</translation>
    </message>
    <message>
        <source>Number {number} is no longer watched.</source>
        <translation>不再关注第 {number} 项。</translation>
    </message>
    <message>
        <source>October</source>
        <translation>10月</translation>
    </message>
    <message>
        <source>Ollama does not have the model “{model}” yet.</source>
        <translation>Ollama 尚无模型“{model}”。</translation>
    </message>
    <message>
        <source>Ollama is not running at {address}.</source>
        <translation>Ollama 未在 {address} 运行。</translation>
    </message>
    <message>
        <source>Ollama knows no model named “{model}”.</source>
        <translation>Ollama 没有名为“{model}”的模型。</translation>
    </message>
    <message>
        <source>On this computer: {listed}.</source>
        <translation>此计算机上：{listed}。</translation>
    </message>
    <message>
        <source>OneNote notebooks are not read.</source>
        <translation>不读取 OneNote 笔记本。</translation>
    </message>
    <message>
        <source>Only SELECT is allowed.</source>
        <translation>仅允许 SELECT。</translation>
    </message>
    <message>
        <source>Only one SELECT statement is allowed.</source>
        <translation>仅允许一条 SELECT 语句。</translation>
    </message>
    <message>
        <source>Only the first {count} pages of it were read.</source>
        <translation>只读取了前 {count} 页。</translation>
    </message>
    <message>
        <source>Reference leads nowhere</source>
        <translation>引用目标不存在</translation>
    </message>
    <message>
        <source>The certificate of {place} comes from an authority that this computer does not know, so the connection is not secure.</source>
        <translation>{place} 的证书来自此电脑不认识的颁发机构，因此连接不安全。</translation>
    </message>
    <message>
        <source>The certificate of {place} has expired, so the connection is not secure.</source>
        <translation>{place} 的证书已过期，因此连接不安全。</translation>
    </message>
    <message>
        <source>The certificate of {place} is for another name, so the connection is not secure.</source>
        <translation>{place} 的证书属于另一个名称，因此连接不安全。</translation>
    </message>
    <message>
        <source>The certificate of {place} is not valid, so the connection is not secure.</source>
        <translation>{place} 的证书无效，因此连接不安全。</translation>
    </message>
    <message>
        <source>The certificate of {place} is self-signed, so the connection is not secure.</source>
        <translation>{place} 的证书是自签名的，因此连接不安全。</translation>
    </message>
    <message>
        <source>The file has not changed since the library began to keep earlier states.</source>
        <translation>自资料库开始保留早期状态以来，该文件没有变化。</translation>
    </message>
    <message>
        <source>The first words came after {seconds} s, after thinking.</source>
        <translation>思考后，{seconds} 秒时收到第一批文字。</translation>
    </message>
    <message>
        <source>The first words came after {seconds} s.</source>
        <translation>{seconds} 秒后收到第一批文字。</translation>
    </message>
    <message>
        <source>The model “{model}” has changed: it returns {count} numbers per text instead of {dimensions}.</source>
        <translation>模型“{model}”已更改：每段文本返回 {count} 个数字，而非 {dimensions} 个。</translation>
    </message>
    <message>
        <source>The names are: {names}.</source>
        <translation>名称有：{names}。</translation>
    </message>
    <message>
        <source>The picture is damaged.</source>
        <translation>图片已损坏。</translation>
    </message>
    <message>
        <source>The plug-in “{key}” can&apos;t read this file: {reason}.</source>
        <translation>插件“{key}”无法读取此文件：{reason}。</translation>
    </message>
    <message>
        <source>The prompt must contain {variable}.</source>
        <translation>提示词必须包含 {variable}。</translation>
    </message>
    <message>
        <source>The prompt “{name}” must contain {variable}.</source>
        <translation>提示词“{name}”必须包含 {variable}。</translation>
    </message>
    <message>
        <source>The server at {address} does not rerank passages.</source>
        <translation>{address} 的服务器不对段落重新排序。</translation>
    </message>
    <message>
        <source>The source says {words}.</source>
        <translation>来源为 {words}。</translation>
    </message>
    <message>
        <source>The spreadsheet is damaged.</source>
        <translation>电子表格已损坏。</translation>
    </message>
    <message>
        <source>There is no prompt named “{name}” here.</source>
        <translation>这里没有名为“{name}”的提示词。</translation>
    </message>
    <message>
        <source>These settings have invalid values in the file and were not imported: {names}.</source>
        <translation>以下设置在文件中的值无效，未导入：{names}。</translation>
    </message>
    <message>
        <source>This is too much to be watched.</source>
        <translation>内容过多，无法关注。</translation>
    </message>
    <message>
        <source>This version does not know {names}.</source>
        <translation>此版本不认识 {names}。</translation>
    </message>
    <message>
        <source>To get them back, close the program and put a backup in its place. Pictures and attached files are kept for thirty days.</source>
        <translation>要恢复它们，请关闭程序并将备份放到原处。图片和附加文件会保留三十天。</translation>
    </message>
    <message>
        <source>To list them, leave out --earlier.</source>
        <translation>去掉 --earlier 即可列出。</translation>
    </message>
    <message>
        <source>Total doesn&apos;t add up</source>
        <translation>合计不符</translation>
    </message>
    <message>
        <source>Watch a part of it.</source>
        <translation>请只关注其中一部分。</translation>
    </message>
    <message>
        <source>Watch an answer that cites a document.</source>
        <translation>请关注引用了文档的回答。</translation>
    </message>
    <message>
        <source>Watched: {pins}. Statements looked at again: {looked}. New files: {files}.</source>
        <translation>已关注：{pins}。重新查看的陈述：{looked}。新文件：{files}。</translation>
    </message>
    <message>
        <source>Watched: {title}</source>
        <translation>已关注：{title}</translation>
    </message>
    <message>
        <source>Watching “{title}”, number {number}. Statements: {count}.</source>
        <translation>正在关注“{title}”，编号 {number}。陈述：{count}。</translation>
    </message>
    <message>
        <source>{file} cannot be compared: {reason}</source>
        <translation>无法比较 {file}：{reason}</translation>
    </message>
    <message>
        <source>{file} cannot be opened: that would delete another file.</source>
        <translation>无法打开 {file}：打开会删除另一个文件。</translation>
    </message>
    <message>
        <source>{file} cannot be read: {reason}</source>
        <translation>无法读取{file}：{reason}</translation>
    </message>
    <message>
        <source>{file} has no page {page}.</source>
        <translation>{file} 没有第 {page} 页。</translation>
    </message>
    <message>
        <source>{file} isn&apos;t in the library “{name}” any more.</source>
        <translation>{file} 已不在资料库“{name}”中。</translation>
    </message>
    <message>
        <source>{file}: {reason}</source>
        <translation>{file}：{reason}</translation>
    </message>
    <message>
        <source>{found} of {cells} cells have a value.</source>
        <translation>{cells} 个单元格中有 {found} 个有值。</translation>
    </message>
    <message>
        <source>{found} of {count} files are dated {period}.</source>
        <translation>{count} 个文件中有 {found} 个的日期为 {period}。</translation>
    </message>
    <message>
        <source>{found} of {count} files state an end in this period: {period}.</source>
        <translation>{count} 个文件中有 {found} 个写明在此期间结束：{period}。</translation>
    </message>
    <message>
        <source>{graph} cannot be loaded: {error}</source>
        <translation>无法加载 {graph}：{error}</translation>
    </message>
    <message>
        <source>{holding} of {count} still hold</source>
        <translation>{count} 项中有 {holding} 项仍成立</translation>
    </message>
    <message>
        <source>{made} cells were filled, {kept} were known.</source>
        <translation>填写了 {made} 个单元格，{kept} 个已知。</translation>
    </message>
    <message>
        <source>{model} answered for {answered} of {parts} parts of the texts.</source>
        <translation>{model} 回答了文本 {parts} 个部分中的 {answered} 个。</translation>
    </message>
    <message>
        <source>{model} is loaded ({tokens} tokens).</source>
        <translation>{model} 已加载（{tokens} 个词元）。</translation>
    </message>
    <message>
        <source>{model}: about {tokens} tokens.</source>
        <translation>{model}：约 {tokens} 个 token。</translation>
    </message>
    <message>
        <source>{number} day</source>
        <translation>{number} 天</translation>
    </message>
    <message>
        <source>{number} days</source>
        <translation>{number} 天</translation>
    </message>
    <message>
        <source>{number} hour</source>
        <translation>{number} 小时</translation>
    </message>
    <message>
        <source>{number} hours</source>
        <translation>{number} 小时</translation>
    </message>
    <message>
        <source>{number} minute</source>
        <translation>{number} 分钟</translation>
    </message>
    <message>
        <source>{number} minutes</source>
        <translation>{number} 分钟</translation>
    </message>
    <message>
        <source>{number} month</source>
        <translation>{number} 个月</translation>
    </message>
    <message>
        <source>{number} months</source>
        <translation>{number} 个月</translation>
    </message>
    <message>
        <source>{number} second</source>
        <translation>{number} 秒</translation>
    </message>
    <message>
        <source>{number} seconds</source>
        <translation>{number} 秒</translation>
    </message>
    <message>
        <source>{number} week</source>
        <translation>{number} 周</translation>
    </message>
    <message>
        <source>{number} weeks</source>
        <translation>{number} 周</translation>
    </message>
    <message>
        <source>{number} year</source>
        <translation>{number} 年</translation>
    </message>
    <message>
        <source>{number} years</source>
        <translation>{number} 年</translation>
    </message>
    <message>
        <source>{path} cannot be written: {reason}. You can search and ask; nothing is saved.</source>
        <translation>无法写入 {path}：{reason}。可以搜索和提问，但不会保存任何内容。</translation>
    </message>
    <message>
        <source>{path} has changed meanwhile.</source>
        <translation>{path} 在此期间已更改。</translation>
    </message>
    <message>
        <source>{path} isn&apos;t plain JSON: it may have comments.</source>
        <translation>{path} 不是纯 JSON：可能含有注释。</translation>
    </message>
    <message>
        <source>{read} of {files} documents looked through.</source>
        <translation>已查看 {files} 个文档中的 {read} 个。</translation>
    </message>
    <message>
        <source>{read} of {files} documents looked through. These could not be read:</source>
        <translation>已查看 {files} 个文档中的 {read} 个。以下文档无法读取：</translation>
    </message>
    <message>
        <source>{read} of {files} documents read.</source>
        <translation>已读取 {files} 个文档中的 {read} 个。</translation>
    </message>
    <message>
        <source>{read} of {files} documents read. These could not be read:</source>
        <translation>已读取 {files} 个文档中的 {read} 个。以下文档无法读取：</translation>
    </message>
    <message>
        <source>{read} of {files} files were read.</source>
        <translation>{files} 个文件中已读取 {read} 个。</translation>
    </message>
    <message>
        <source>{same} of {count} sentences or cells that rest on files are unchanged.</source>
        <translation>在依据文件的 {count} 个句子或单元格中，{same} 个没有变化。</translation>
    </message>
    <message>
        <source>{total} differences. {same} paragraphs and rows are alike.</source>
        <translation>{total} 处差异。{same} 个段落和行相同。</translation>
    </message>
    <message>
        <source>{total} files differ; unchanged: {same}.</source>
        <translation>{total} 个文件不同；未变：{same}。</translation>
    </message>
    <message>
        <source>{written} ({one} or {other})</source>
        <translation>{written}（{one} 或 {other}）</translation>
    </message>
    <message>
        <source>“desktop-rag link register” lets the system open links.</source>
        <translation>“desktop-rag link register”可让系统打开链接。</translation>
    </message>
    <message>
        <source>“only_if” of “{column}” needs a column and a value.</source>
        <translation>“{column}”的 only_if 需要 column 和 value。</translation>
    </message>
    <message>
        <source>“{column}” depends on “{other}”, which is no column before it.</source>
        <translation>“{column}”依赖于“{other}”，但前面没有这一列。</translation>
    </message>
    <message>
        <source>“{column}” has an unknown key: {key}.</source>
        <translation>“{column}”含有未知的键：{key}。</translation>
    </message>
    <message>
        <source>“{column}” has an unknown type. Known types: {types}.</source>
        <translation>“{column}”的类型未知。可用类型：{types}。</translation>
    </message>
    <message>
        <source>“{column}” needs two choices at least, and the type choice.</source>
        <translation>“{column}”至少需要两个 choices，并且类型为 choice。</translation>
    </message>
    <message>
        <source>“{library}” keeps no table “{name}”.</source>
        <translation>“{library}”中没有表格“{name}”。</translation>
    </message>
    <message>
        <source>“{name}” can&apos;t use the local API any more.</source>
        <translation>“{name}”不能再使用本地 API。</translation>
    </message>
    <message>
        <source>“{name}” cannot be read: {reason}.</source>
        <translation>无法读取“{name}”：{reason}。</translation>
    </message>
    <message>
        <source>“{name}” comes from elsewhere and may not open {file}.</source>
        <translation>“{name}”来自其他地方，不允许打开 {file}。</translation>
    </message>
    <message>
        <source>“{name}” defines no table. {reason}</source>
        <translation>“{name}”没有定义表格。{reason}</translation>
    </message>
    <message>
        <source>“{name}” has changed since it was checked.</source>
        <translation>“{name}”在核查后已更改。</translation>
    </message>
    <message>
        <source>“{name}” has no file {file}.</source>
        <translation>“{name}”中没有文件 {file}。</translation>
    </message>
    <message>
        <source>“{name}” is no name for an evidence pack.</source>
        <translation>“{name}”不能作为证据包的名称。</translation>
    </message>
    <message>
        <source>“{name}” is the original, which is never changed.</source>
        <translation>“{name}”是原文件，原文件绝不会被更改。</translation>
    </message>
    <message>
        <source>“{name}” is too long to be kept.</source>
        <translation>“{name}”太长，无法保存。</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a known way of splitting.</source>
        <translation>“{name}”不是已知的切分方式。</translation>
    </message>
    <message>
        <source>“{name}” keeps earlier states of files that change.</source>
        <translation>“{name}”保留已更改文件的早期状态。</translation>
    </message>
    <message>
        <source>“{name}” keeps no earlier states of files.</source>
        <translation>“{name}”不保留文件的早期状态。</translation>
    </message>
    <message>
        <source>“{name}” would be another format than the draft.</source>
        <translation>“{name}”与草稿的格式不同。</translation>
    </message>
    <message>
        <source>“{name}”: {error}</source>
        <translation>“{name}”：{error}</translation>
    </message>
    <message>
        <source>“{one}” and “{other}” may be the same payment.</source>
        <translation>“{one}”和“{other}”可能是同一笔付款。</translation>
    </message>
    <message>
        <source>“{table}” has no column “{column}”.</source>
        <translation>“{table}”没有“{column}”这一列。</translation>
    </message>
    <message>
        <source>“{words}” stands in all {count} files.</source>
        <translation>“{words}”在全部 {count} 个文件中都有出现。</translation>
    </message>
    <message>
        <source>“{words}” stands in none of {count} files.</source>
        <translation>“{words}”在 {count} 个文件中均未出现。</translation>
    </message>
    <message>
        <source>“{words}” stands in {found} of {count} files that are dated {period}.</source>
        <translation>日期为 {period} 的 {count} 个文件中，有 {found} 个出现“{words}”。</translation>
    </message>
    <message>
        <source>“{words}” stands in {found} of {count} files.</source>
        <translation>“{words}”出现在 {count} 个文件中的 {found} 个里。</translation>
    </message>
    <message>
        <source>“{words}” stands nowhere in {found} of {count} files.</source>
        <translation>{count} 个文件中有 {found} 个没有出现“{words}”。</translation>
    </message>
    <message>
        <source>⟦ ⟧ enclose words that have no support in the documents.</source>
        <translation>⟦ ⟧ 内的词语在文档中没有依据。</translation>
    </message>
    <message>
        <source>Only the question itself was searched for: the model wrote no other.</source>
        <translation>仅搜索了问题本身：模型未写出其他变体。</translation>
    </message>
    <message>
        <source>1 could not be read.</source>
        <translation>1 个无法读取。</translation>
    </message>
    <message>
        <source>1 difference. {same} paragraphs and rows are alike.</source>
        <translation>1 处差异。{same} 个段落和行相同。</translation>
    </message>
    <message>
        <source>1 earlier state of a file, {size} MB</source>
        <translation>1 个文件早期状态，{size} MB</translation>
    </message>
    <message>
        <source>1 file differs; unchanged: {same}.</source>
        <translation>1 个文件不同；未变：{same}。</translation>
    </message>
    <message>
        <source>1 is still being read.</source>
        <translation>1 个仍在读取。</translation>
    </message>
    <message>
        <source>1 mention in 1 of {total} files.</source>
        <translation>{total} 个文件中的 1 个有 1 处提及。</translation>
    </message>
    <message>
        <source>1 of {files} files could not be read.</source>
        <translation>{files} 个文件中有 1 个无法读取。</translation>
    </message>
    <message>
        <source>1 of {files} files has changed and is not read again yet.</source>
        <translation>{files} 个文件中有 1 个已更改，尚未重新读取。</translation>
    </message>
    <message>
        <source>1 of {files} files is found by its words only so far, not by meaning.</source>
        <translation>{files} 个文件中有 1 个目前只能按词语查找，还不能按语义查找。</translation>
    </message>
    <message>
        <source>1 of {files} files is not read yet.</source>
        <translation>{files} 个文件中有 1 个尚未读取。</translation>
    </message>
    <message>
        <source>1 passage is found by words only, because the model cannot read it ({names}).</source>
        <translation>1 个段落只能按词语找到，因为模型无法读取它（{names}）。</translation>
    </message>
    <message>
        <source>1 sentence in 1 of {total} files.</source>
        <translation>{total} 个文件中的 1 个，共 1 个句子。</translation>
    </message>
    <message>
        <source>A client&apos;s name is 1 to 40 letters, digits and signs.</source>
        <translation>程序名称为 1 到 40 个字母、数字和符号。</translation>
    </message>
    <message>
        <source>A column has no name.</source>
        <translation>有一列没有名称。</translation>
    </message>
    <message>
        <source>A copy with highlights is a PDF.</source>
        <translation>带高亮的副本是 PDF 文件。</translation>
    </message>
    <message>
        <source>A fault in the program kept this cell from being filled.</source>
        <translation>程序出错，无法填写此单元格。</translation>
    </message>
    <message>
        <source>A file was last read on {date}.</source>
        <translation>最近一次读取文件是在 {date}。</translation>
    </message>
    <message>
        <source>A later version of the program made it.</source>
        <translation>它由更高版本的程序生成。</translation>
    </message>
    <message>
        <source>A new file says something about this</source>
        <translation>有新文件提到了这一点</translation>
    </message>
    <message>
        <source>A person set this value.</source>
        <translation>此值由人设置。</translation>
    </message>
    <message>
        <source>A portable program leaves nothing on the computer that it runs on.</source>
        <translation>便携版不会在所运行的电脑上留下任何内容。</translation>
    </message>
    <message>
        <source>A question about images</source>
        <translation>关于图片的问题</translation>
    </message>
    <message>
        <source>A table can be made of {most} chosen files at most.</source>
        <translation>一个表格最多可由 {most} 个选定的文件组成。</translation>
    </message>
    <message>
        <source>A table is either new columns or one of the library.</source>
        <translation>表格要么是新的列，要么是资料库中已有的表格。</translation>
    </message>
    <message>
        <source>A text of “{column}” is too long.</source>
        <translation>“{column}”的文本过长。</translation>
    </message>
    <message>
        <source>About</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Abstract</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Add files, or choose others.</source>
        <translation>请添加文件，或选择其他文件。</translation>
    </message>
    <message>
        <source>Add the file, or a folder that it lies in.</source>
        <translation>请添加该文件或其所在的文件夹。</translation>
    </message>
    <message>
        <source>Add this below “{key}” yourself: {entry}</source>
        <translation>请自行在“{key}”下添加：{entry}</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Also checked against: {names}</source>
        <translation>还核对了：{names}</translation>
    </message>
    <message>
        <source>Amounts and dates: as the register reads them.</source>
        <translation>金额和日期：按登记表读取的结果。</translation>
    </message>
    <message>
        <source>An evidence pack holds at most {most} sentences or cells.</source>
        <translation>一个证据包最多容纳 {most} 个句子或单元格。</translation>
    </message>
    <message>
        <source>Annotation</source>
        <translation>批注</translation>
    </message>
    <message>
        <source>Another program uses the port {port}.</source>
        <translation>端口 {port} 正被其他程序使用。</translation>
    </message>
    <message>
        <source>Another version of the program drew this page. Go by the sentences listed here.</source>
        <translation>此页面由另一版本的程序绘制。请以此处列出的句子为准。</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Ask a question about the files in this library. It has none that can be read yet.</source>
        <translation>请就此资料库中的文件提问。目前还没有可读取的文件。</translation>
    </message>
    <message>
        <source>Ask a question about your files, for example: {question}</source>
        <translation>请就您的文件提问，例如：{question}</translation>
    </message>
    <message>
        <source>Ask for a version without this restriction.</source>
        <translation>请索取没有此限制的版本。</translation>
    </message>
    <message>
        <source>Asked at {time} (UTC).</source>
        <translation>提问时间：{time}（UTC）。</translation>
    </message>
    <message>
        <source>At the prices in the settings: about {cost}.</source>
        <translation>按设置中的价格：约 {cost}。</translation>
    </message>
    <message>
        <source>At this rate the rest takes about {minutes} min.</source>
        <translation>按此速度，其余部分约需 {minutes} 分钟。</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>Build it with: desktop-rag build NAME {kind}</source>
        <translation>用此命令构建：desktop-rag build NAME {kind}</translation>
    </message>
    <message>
        <source>Building this index</source>
        <translation>构建此索引</translation>
    </message>
    <message>
        <source>Cells not filled yet: {count}. Run the command again for them.</source>
        <translation>尚未填写的单元格：{count}。再次运行命令即可继续。</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Check it again.</source>
        <translation>请重新核查。</translation>
    </message>
    <message>
        <source>Check it in parts.</source>
        <translation>请分段核查。</translation>
    </message>
    <message>
        <source>Check that you have permission to write in your home folder.</source>
        <translation>请检查您是否有权写入主文件夹。</translation>
    </message>
    <message>
        <source>Check the file and its permissions, then try again.</source>
        <translation>请检查该文件及其权限，然后重试。</translation>
    </message>
    <message>
        <source>Checked against {files} files.</source>
        <translation>已与 {files} 个文件核对。</translation>
    </message>
    <message>
        <source>Checked text</source>
        <translation>已核查的文本</translation>
    </message>
    <message>
        <source>Choose a file with text, or paste some.</source>
        <translation>请选择含有文字的文件，或粘贴文字。</translation>
    </message>
    <message>
        <source>Choose a folder, or make the table of all documents.</source>
        <translation>请选择一个文件夹，或用所有文档制作表格。</translation>
    </message>
    <message>
        <source>Choose a question that was answered.</source>
        <translation>请选择一个已得到回答的问题。</translation>
    </message>
    <message>
        <source>Choose a size from {least} to {most}.</source>
        <translation>请选择 {least} 到 {most} 的大小。</translation>
    </message>
    <message>
        <source>Choose an answer with sentences, or a filled table.</source>
        <translation>请选择含有句子的回答，或已填写的表格。</translation>
    </message>
    <message>
        <source>Choose an overlap from 0 to {most}.</source>
        <translation>请选择 0 到 {most} 的重叠。</translation>
    </message>
    <message>
        <source>Choose another format.</source>
        <translation>请选择其他格式。</translation>
    </message>
    <message>
        <source>Choose another name or folder for the copy.</source>
        <translation>请为副本选择其他名称或文件夹。</translation>
    </message>
    <message>
        <source>Choose another port, with --port.</source>
        <translation>请用 --port 选择其他端口。</translation>
    </message>
    <message>
        <source>Clients: {names}.</source>
        <translation>程序：{names}。</translation>
    </message>
    <message>
        <source>Close other programs and try again. If that does not help, restore it from a backup.</source>
        <translation>请关闭其他程序后重试。如果仍然无效，请从备份中恢复。</translation>
    </message>
    <message>
        <source>Closest:</source>
        <translation>最接近的内容：</translation>
    </message>
    <message>
        <source>Compare it with another.</source>
        <translation>请与其他文件比较。</translation>
    </message>
    <message>
        <source>Connect a model, or write SELECT … FROM documents. Its columns: {names}</source>
        <translation>请连接模型，或输入 SELECT … FROM documents。可用的列：{names}</translation>
    </message>
    <message>
        <source>Connect one first.</source>
        <translation>请先连接一个模型。</translation>
    </message>
    <message>
        <source>Connected to {model} ({tokens} tokens).</source>
        <translation>已连接到 {model}（{tokens} 个词元）。</translation>
    </message>
    <message>
        <source>Connection timed out</source>
        <translation>连接超时</translation>
    </message>
    <message>
        <source>Contradicted</source>
        <translation>与原文矛盾</translation>
    </message>
    <message>
        <source>Contradicted.</source>
        <translation>与原文矛盾。</translation>
    </message>
    <message>
        <source>Copy it now: it is not shown again.</source>
        <translation>请立即复制：它不会再次显示。</translation>
    </message>
    <message>
        <source>Copy protection locks these chapters, and they were left out: {names}.</source>
        <translation>以下章节受版权保护锁定，未被读取：{names}。</translation>
    </message>
    <message>
        <source>Copy the link again where it comes from.</source>
        <translation>请从来源处重新复制该链接。</translation>
    </message>
    <message>
        <source>Correct the file.</source>
        <translation>请更正该文件。</translation>
    </message>
    <message>
        <source>Could not be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>Cut here. Just below it:</source>
        <translation>以上为结果。紧随其后的句子：</translation>
    </message>
    <message>
        <source>Deadline: {what}</source>
        <translation>期限：{what}</translation>
    </message>
    <message>
        <source>Desktop RAG has contacted no other computer. Other programs have read shared libraries.</source>
        <translation>Desktop RAG 没有联系过其他计算机。其他程序读取过共享的资料库。</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>设备或资源正忙</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Differs: {words}</source>
        <translation>不一致：{words}</translation>
    </message>
    <message>
        <source>Directory not empty</source>
        <translation>文件夹不为空</translation>
    </message>
    <message>
        <source>Dismissed:</source>
        <translation>已忽略：</translation>
    </message>
    <message>
        <source>Dismissed: {about}</source>
        <translation>已忽略：{about}</translation>
    </message>
    <message>
        <source>Enter what a million tokens cost under “Model” in the settings.</source>
        <translation>请在设置的“模型”中输入每百万词元的价格。</translation>
    </message>
    <message>
        <source>Every file that was looked at could be read.</source>
        <translation>已检查的文件都已成功读取。</translation>
    </message>
    <message>
        <source>Every mention of {words}</source>
        <translation>{words} 的全部提及</translation>
    </message>
    <message>
        <source>Evidence pack</source>
        <translation>证据包</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>文件已存在</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>文件名过长</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>文件过大</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Files read</source>
        <translation>已读取的文件</translation>
    </message>
    <message>
        <source>Files that are still being read</source>
        <translation>仍在读取的文件</translation>
    </message>
    <message>
        <source>Files that could not be read</source>
        <translation>无法读取的文件</translation>
    </message>
    <message>
        <source>Files that were read and have none</source>
        <translation>已读取但没有提及的文件</translation>
    </message>
    <message>
        <source>Files that were read in part</source>
        <translation>仅部分读取的文件</translation>
    </message>
    <message>
        <source>Files with mentions</source>
        <translation>有提及的文件</translation>
    </message>
    <message>
        <source>Flatpak doesn&apos;t let this program write such entries; add it in the desktop&apos;s own settings.</source>
        <translation>Flatpak 不允许此程序写入这类条目；请在桌面环境的设置中添加。</translation>
    </message>
    <message>
        <source>Forget {states}?</source>
        <translation>清除{states}？</translation>
    </message>
    <message>
        <source>Found in the document: {value}</source>
        <translation>在文档中找到：{value}</translation>
    </message>
    <message>
        <source>Give --keep or --discard, not both.</source>
        <translation>请只使用 --keep 或 --discard 之一。</translation>
    </message>
    <message>
        <source>Give its name, or the end of its path.</source>
        <translation>请给出文件名或路径的末尾部分。</translation>
    </message>
    <message>
        <source>Give one of --columns, --template, --ask and --kept.</source>
        <translation>请指定 --columns、--template、--ask 和 --kept 中的一个。</translation>
    </message>
    <message>
        <source>Give one of --conversation, --table and --text.</source>
        <translation>请指定 --conversation、--table 和 --text 之一。</translation>
    </message>
    <message>
        <source>Give one of them.</source>
        <translation>请指定其中之一。</translation>
    </message>
    <message>
        <source>Give only one of --json and --csv.</source>
        <translation>--json 和 --csv 只能指定一个。</translation>
    </message>
    <message>
        <source>Give only one of --json, --csv and --ics.</source>
        <translation>--json、--csv 和 --ics 只能指定一个。</translation>
    </message>
    <message>
        <source>Give the file of an evidence pack.</source>
        <translation>请指定证据包文件。</translation>
    </message>
    <message>
        <source>Give the name of the table to --kept.</source>
        <translation>请用 --kept 指定表格的名称。</translation>
    </message>
    <message>
        <source>Give the uri of a result, or a library and a file.</source>
        <translation>请给出结果的 uri，或资料库和文件。</translation>
    </message>
    <message>
        <source>Give the whole path of the file.</source>
        <translation>请给出文件的完整路径。</translation>
    </message>
    <message>
        <source>Give the whole path of the folder.</source>
        <translation>请给出文件夹的完整路径。</translation>
    </message>
    <message>
        <source>Give two files or folders, or one with --earlier or --since.</source>
        <translation>请给出两个文件或文件夹，或一个并加上 --earlier 或 --since。</translation>
    </message>
    <message>
        <source>Give two folders, or one with --since.</source>
        <translation>请给出两个文件夹，或一个并加上 --since。</translation>
    </message>
    <message>
        <source>Gone</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Heading</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Holds again</source>
        <translation>再次成立</translation>
    </message>
    <message>
        <source>Import the library, or add the file to one of yours.</source>
        <translation>请导入该资料库，或将该文件添加到您自己的资料库。</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>输入/输出错误</translation>
    </message>
    <message>
        <source>Install Desktop RAG there, or use “desktop-rag open LINK”.</source>
        <translation>请将 Desktop RAG 安装到该文件夹，或使用“desktop-rag open LINK”。</translation>
    </message>
    <message>
        <source>Install it with: pip install &quot;desktop-rag[serve]&quot;</source>
        <translation>用以下命令安装：pip install &quot;desktop-rag[serve]&quot;</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>这是一个文件夹</translation>
    </message>
    <message>
        <source>It belongs to Zotero itself.</source>
        <translation>它属于 Zotero 自身。</translation>
    </message>
    <message>
        <source>It has no [[columns]].</source>
        <translation>其中没有 [[columns]]。</translation>
    </message>
    <message>
        <source>It has no words.</source>
        <translation>其中没有文字。</translation>
    </message>
    <message>
        <source>It has not been read yet.</source>
        <translation>尚未读取。</translation>
    </message>
    <message>
        <source>It is a courtesy.</source>
        <translation>这是客套话。</translation>
    </message>
    <message>
        <source>It is a heading.</source>
        <translation>这是标题。</translation>
    </message>
    <message>
        <source>It is a question.</source>
        <translation>这是问句。</translation>
    </message>
    <message>
        <source>It is a template, a sample or a draft.</source>
        <translation>这是模板、样本或草稿。</translation>
    </message>
    <message>
        <source>It is code, or the head of a table.</source>
        <translation>这是代码或表头。</translation>
    </message>
    <message>
        <source>It is data, a log or source code.</source>
        <translation>这是数据、日志或源代码。</translation>
    </message>
    <message>
        <source>It is not an evidence pack, or its proof was removed.</source>
        <translation>它不是证据包，或其证明已被移除。</translation>
    </message>
    <message>
        <source>It is not signed, so nothing shows who made it.</source>
        <translation>它没有签名，因此无法表明由谁生成。</translation>
    </message>
    <message>
        <source>It is not valid TOML: {error}.</source>
        <translation>它不是有效的 TOML：{error}。</translation>
    </message>
    <message>
        <source>It is on another computer, which a pack cannot have this program contact.</source>
        <translation>它在另一台计算机上，程序不会因证据包而连接它。</translation>
    </message>
    <message>
        <source>It is signed with the key {fingerprint}. Ask whoever gave it to you whether the key is theirs.</source>
        <translation>它使用密钥 {fingerprint} 签名。请向提供者确认该密钥是否属于对方。</translation>
    </message>
    <message>
        <source>It is signed with your key, {fingerprint}.</source>
        <translation>它使用您的密钥 {fingerprint} 签名。</translation>
    </message>
    <message>
        <source>It is too large for an evidence pack.</source>
        <translation>它太大，不是证据包。</translation>
    </message>
    <message>
        <source>It is whole, but not as this program makes evidence packs.</source>
        <translation>它是完整的，但不是本程序生成的证据包格式。</translation>
    </message>
    <message>
        <source>It said: “{said}”</source>
        <translation>它返回：“{said}”</translation>
    </message>
    <message>
        <source>It said: “{said}”.</source>
        <translation>服务器返回：“{said}”。</translation>
    </message>
    <message>
        <source>It says that something is not known.</source>
        <translation>这句话说的是某事不清楚。</translation>
    </message>
    <message>
        <source>It shows words other than those it proves.</source>
        <translation>它显示的文字与其证明的不同。</translation>
    </message>
    <message>
        <source>It stands on page {page}, not on page {cited}.</source>
        <translation>内容在第 {page} 页，而不是第 {cited} 页。</translation>
    </message>
    <message>
        <source>It stored how the window was arranged and the questions you had not asked yet. The window starts with defaults.</source>
        <translation>其中保存着窗口的布局和您尚未提出的问题。窗口将以默认状态打开。</translation>
    </message>
    <message>
        <source>It tells an opinion, a wish or a feeling.</source>
        <translation>这句话表达的是看法、愿望或感受。</translation>
    </message>
    <message>
        <source>It was changed after it was made.</source>
        <translation>它在生成后被更改。</translation>
    </message>
    <message>
        <source>It was still thinking after {seconds} s. Its answers take a while.</source>
        <translation>{seconds} 秒后仍在思考。它的回答需要一些时间。</translation>
    </message>
    <message>
        <source>Its files are read without authors, collections and notes. A newer version of this program may read them.</source>
        <translation>其中的文件将在没有作者、分类和笔记的情况下读取。本程序的新版本也许能读取它们。</translation>
    </message>
    <message>
        <source>Its files are read without authors, collections and notes. Open it in Zotero, which can repair it.</source>
        <translation>其中的文件将在没有作者、分类和笔记的情况下读取。请用 Zotero 打开它，Zotero 可以修复。</translation>
    </message>
    <message>
        <source>Its files were not looked at.</source>
        <translation>未查看其文件。</translation>
    </message>
    <message>
        <source>Its pages are 1 to {count}.</source>
        <translation>页码为 1 到 {count}。</translation>
    </message>
    <message>
        <source>Its signature is not that of the key that it names.</source>
        <translation>其签名不属于它所列的密钥。</translation>
    </message>
    <message>
        <source>Its tables: {names}.</source>
        <translation>已有的表格：{names}。</translation>
    </message>
    <message>
        <source>Kept as a test question. These words won&apos;t be quoted for it again.</source>
        <translation>已保存为测试问题。不会再为它引用这些文字。</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Known tables: {names}.</source>
        <translation>可用的表格：{names}。</translation>
    </message>
    <message>
        <source>Left out, as the files do not say it: {count}.</source>
        <translation>因文件未述而略去：{count} 处。</translation>
    </message>
    <message>
        <source>Left out, because no sentence says it: {count}.</source>
        <translation>因没有句子写明而略去：{count} 项。</translation>
    </message>
    <message>
        <source>Let the library read the file again, and ask or search once more.</source>
        <translation>请让资料库重新读取该文件，然后再次提问或搜索。</translation>
    </message>
    <message>
        <source>Let the library read the folder first.</source>
        <translation>请先允许资料库读取该文件夹。</translation>
    </message>
    <message>
        <source>Let the name of the copy end in .pdf.</source>
        <translation>请让副本的名称以 .pdf 结尾。</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>资料库</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>Links no longer open in this program.</source>
        <translation>链接不再用本程序打开。</translation>
    </message>
    <message>
        <source>Links now open in this program: {where}</source>
        <translation>链接现在用本程序打开：{where}</translation>
    </message>
    <message>
        <source>List item</source>
        <translation>列表项</translation>
    </message>
    <message>
        <source>Look at the difference again.</source>
        <translation>请重新查看差异。</translation>
    </message>
    <message>
        <source>Look for words instead, or choose the built-in search model for this library.</source>
        <translation>请改为按词语查找，或为此资料库选择内置搜索模型。</translation>
    </message>
    <message>
        <source>Looked for</source>
        <translation>查找内容</translation>
    </message>
    <message>
        <source>Made at {time} (UTC) by {program}.</source>
        <translation>生成时间：{time}（UTC），{program}。</translation>
    </message>
    <message>
        <source>Make one for each part.</source>
        <translation>请分部分生成。</translation>
    </message>
    <message>
        <source>Meaning: not complete. The {read} nearest of {passages} passages were read.</source>
        <translation>按含义：不完整。已阅读 {passages} 个段落中最接近的 {read} 个。</translation>
    </message>
    <message>
        <source>Meaning: not complete. The {read} nearest passages were read.</source>
        <translation>按含义：不完整。已阅读最接近的 {read} 个段落。</translation>
    </message>
    <message>
        <source>Mentions of “{words}”: {mentions}, in {found} of {count} files.</source>
        <translation>“{words}”共出现 {mentions} 次，见于 {count} 个文件中的 {found} 个。</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Neither its library nor its file can be found here.</source>
        <translation>在此找不到其资料库或文件。</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>Newer</source>
        <translation>较新</translation>
    </message>
    <message>
        <source>Newer, as a document says:</source>
        <translation>文档注明为较新：</translation>
    </message>
    <message>
        <source>Next time “{file}” comes first for this question.</source>
        <translation>下次提出此问题时，“{file}”会排在最前面。</translation>
    </message>
    <message>
        <source>No PDF mentions it.</source>
        <translation>没有 PDF 提到它。</translation>
    </message>
    <message>
        <source>No differences. {same} paragraphs and rows are alike.</source>
        <translation>没有差异。{same} 个段落和行相同。</translation>
    </message>
    <message>
        <source>No file differs; unchanged: {same}.</source>
        <translation>没有不同的文件；未变：{same}。</translation>
    </message>
    <message>
        <source>No file has been read yet.</source>
        <translation>尚未读取任何文件。</translation>
    </message>
    <message>
        <source>No library called “{name}” is shared with other programs.</source>
        <translation>没有名为“{name}”的资料库与其他程序共享。</translation>
    </message>
    <message>
        <source>No library is shared with other programs.</source>
        <translation>没有与其他程序共享的资料库。</translation>
    </message>
    <message>
        <source>No longer holds</source>
        <translation>不再成立</translation>
    </message>
    <message>
        <source>No mentions in {total} files.</source>
        <translation>{total} 个文件中没有提及。</translation>
    </message>
    <message>
        <source>No model is connected.</source>
        <translation>未连接模型。</translation>
    </message>
    <message>
        <source>No program has a token.</source>
        <translation>没有任何程序拥有令牌。</translation>
    </message>
    <message>
        <source>No reason is known.</source>
        <translation>原因未知。</translation>
    </message>
    <message>
        <source>No source yet</source>
        <translation>尚无来源</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>磁盘空间不足</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>没有该文件或文件夹</translation>
    </message>
    <message>
        <source>None of the files has such a place.</source>
        <translation>没有文件有这样的位置。</translation>
    </message>
    <message>
        <source>None of the words stand in “{name}” as it is now.</source>
        <translation>现在的“{name}”中找不到任何一处相应文字。</translation>
    </message>
    <message>
        <source>None of {count} files is dated {period}.</source>
        <translation>{count} 个文件中没有日期为 {period} 的。</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>这不是文件夹</translation>
    </message>
    <message>
        <source>Not checked</source>
        <translation>未核查</translation>
    </message>
    <message>
        <source>Not counted, as they depend on something and have no day: {count}.</source>
        <translation>取决于其他事项、没有日期，因此未计入的：{count} 个。</translation>
    </message>
    <message>
        <source>Not readable: {files}.</source>
        <translation>无法读取：{files}。</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Note: {note}</source>
        <translation>备注：{note}</translation>
    </message>
    <message>
        <source>Notes on {work}</source>
        <translation>关于 {work} 的笔记</translation>
    </message>
    <message>
        <source>Nothing differs from the last run.</source>
        <translation>与上次运行相比没有变化。</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>未找到依据</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>未找到依据。</translation>
    </message>
    <message>
        <source>Nothing is cited here, so there is no list of works to write.</source>
        <translation>此处没有引用任何内容，因此无法写出文献列表。</translation>
    </message>
    <message>
        <source>Nothing was registered.</source>
        <translation>之前没有注册。</translation>
    </message>
    <message>
        <source>Nothing was written.</source>
        <translation>未写入任何内容。</translation>
    </message>
    <message>
        <source>Number of documents in the table: {count}.</source>
        <translation>表中的文档数：{count}。</translation>
    </message>
    <message>
        <source>Number of files that were not read: {files}.</source>
        <translation>未读取的文件数：{files}。</translation>
    </message>
    <message>
        <source>Number of files: {files}.</source>
        <translation>文件数：{files}。</translation>
    </message>
    <message>
        <source>Number of files: {files}. Number of pages: {pages}.</source>
        <translation>文件数：{files}。页数：{pages}。</translation>
    </message>
    <message>
        <source>Number of formats: {formats}.</source>
        <translation>格式数：{formats}。</translation>
    </message>
    <message>
        <source>Only PDF files can be highlighted.</source>
        <translation>只有 PDF 文件可以添加高亮。</translation>
    </message>
    <message>
        <source>Only some of the words stand in: {names}.</source>
        <translation>只出现部分词语的文件：{names}。</translation>
    </message>
    <message>
        <source>Only the built-in search model finds every passage by meaning.</source>
        <translation>只有内置搜索模型能按含义查找全部段落。</translation>
    </message>
    <message>
        <source>Only the first {count} rows are shown.</source>
        <translation>仅显示前 {count} 行。</translation>
    </message>
    <message>
        <source>Only these documents: {count} chosen ones</source>
        <translation>仅限这些文档：选定 {count} 个</translation>
    </message>
    <message>
        <source>Only these documents: {count} chosen ones, {query}</source>
        <translation>仅限这些文档：选定 {count} 个，{query}</translation>
    </message>
    <message>
        <source>Only these documents: {query}</source>
        <translation>仅限这些文档：{query}</translation>
    </message>
    <message>
        <source>Only these files: {names}</source>
        <translation>仅这些文件：{names}</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open it in LibreOffice, save it in its own format and add that.</source>
        <translation>请在 LibreOffice 中打开，以其自有格式保存后添加。</translation>
    </message>
    <message>
        <source>Open it in Outlook and save it again.</source>
        <translation>请在 Outlook 中打开并重新保存。</translation>
    </message>
    <message>
        <source>Open it in Word and save it as DOCX.</source>
        <translation>请在 Word 中打开并另存为 DOCX。</translation>
    </message>
    <message>
        <source>Open it in another program, save it there, and add that file.</source>
        <translation>请用其他程序打开并另存，然后添加该文件。</translation>
    </message>
    <message>
        <source>Open it in the app that created it and save it again, or download it again.</source>
        <translation>请在创建它的应用中打开并重新保存，或重新下载。</translation>
    </message>
    <message>
        <source>Open it in the app that created it and save it again.</source>
        <translation>请在创建它的应用中打开并重新保存。</translation>
    </message>
    <message>
        <source>Open it in the app that created it and save it as PDF.</source>
        <translation>请在创建它的应用中打开并另存为 PDF。</translation>
    </message>
    <message>
        <source>Open it in the app that created it.</source>
        <translation>请在创建它的应用中打开。</translation>
    </message>
    <message>
        <source>Open it in your mail program and save it again.</source>
        <translation>请在邮件程序中打开并重新保存。</translation>
    </message>
    <message>
        <source>Open it there, print it as a PDF and add that file.</source>
        <translation>请在其中打开，打印为 PDF，然后添加该文件。</translation>
    </message>
    <message>
        <source>Open only links of programs that you trust.</source>
        <translation>请只打开来自可信程序的链接。</translation>
    </message>
    <message>
        <source>Open the file in the app that created it.</source>
        <translation>请在创建它的应用中打开该文件。</translation>
    </message>
    <message>
        <source>OpenAI needs an API key.</source>
        <translation>OpenAI 需要 API 密钥。</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>不允许的操作</translation>
    </message>
    <message>
        <source>Other path</source>
        <translation>另一路径</translation>
    </message>
    <message>
        <source>Other programs can&apos;t use “{name}” any more.</source>
        <translation>其他程序不能再使用“{name}”。</translation>
    </message>
    <message>
        <source>Other programs may use “{name}” now.</source>
        <translation>其他程序现在可以使用“{name}”。</translation>
    </message>
    <message>
        <source>Outlook data files are not read.</source>
        <translation>不读取 Outlook 数据文件。</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页</translation>
    </message>
    <message>
        <source>Page {label}</source>
        <translation>第 {label} 页</translation>
    </message>
    <message>
        <source>Page {number} is damaged and was left out.</source>
        <translation>第 {number} 页已损坏，已排除。</translation>
    </message>
    <message>
        <source>Paragraph</source>
        <translation>段落</translation>
    </message>
    <message>
        <source>Partly supported</source>
        <translation>部分有依据</translation>
    </message>
    <message>
        <source>Partly supported.</source>
        <translation>部分有依据。</translation>
    </message>
    <message>
        <source>Passages of {chosen} tokens are not possible with this way of splitting.</source>
        <translation>这种切分方式无法使用 {chosen} 个词元的段落。</translation>
    </message>
    <message>
        <source>Passages of {chosen} tokens cannot overlap by {overlap}.</source>
        <translation>{chosen} 个词元的段落不能重叠 {overlap} 个词元。</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>权限不足</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Pictures are not read: text recognition (OCR) is switched off.</source>
        <translation>不读取图片：文字识别 (OCR) 已关闭。</translation>
    </message>
    <message>
        <source>Pictures cannot be read: text recognition (OCR) is not installed.</source>
        <translation>无法读取图片：未安装文字识别 (OCR)。</translation>
    </message>
    <message>
        <source>Places not found in the file as it is now: {count}.</source>
        <translation>现在的文件中未找到的位置：{count}。</translation>
    </message>
    <message>
        <source>PostScript is not read.</source>
        <translation>不读取 PostScript。</translation>
    </message>
    <message>
        <source>Print the file to a PDF and add that.</source>
        <translation>请将文件打印为 PDF 并添加该 PDF。</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Programs and disk images are not read.</source>
        <translation>不读取程序和磁盘映像。</translation>
    </message>
    <message>
        <source>Project files are not read.</source>
        <translation>不读取 Project 文件。</translation>
    </message>
    <message>
        <source>Put it back, or remove it from the library.</source>
        <translation>请将其放回原处，或从资料库移除。</translation>
    </message>
    <message>
        <source>Put {variable} where that text belongs.</source>
        <translation>请把 {variable} 放在该文本应处的位置。</translation>
    </message>
    <message>
        <source>Qdrant has no filter “{operator}”.</source>
        <translation>Qdrant 没有筛选器“{operator}”。</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Quit Claude Desktop completely and start it again.</source>
        <translation>请完全退出 Claude Desktop，然后重新启动。</translation>
    </message>
    <message>
        <source>Quotation</source>
        <translation>引文</translation>
    </message>
    <message>
        <source>Quotation marks come in pairs.</source>
        <translation>引号须成对出现。</translation>
    </message>
    <message>
        <source>Quotations from the documents; no model wrote this answer.</source>
        <translation>文档中的引文；此回答并非由模型撰写。</translation>
    </message>
    <message>
        <source>Quoted</source>
        <translation>引用</translation>
    </message>
    <message>
        <source>Quoted from {name}</source>
        <translation>引自 {name}</translation>
    </message>
    <message>
        <source>Quoted without a model.</source>
        <translation>未使用模型，直接引用。</translation>
    </message>
    <message>
        <source>RAR archives are not read.</source>
        <translation>不读取 RAR 压缩包。</translation>
    </message>
    <message>
        <source>Raise the limit, or ask a narrower question.</source>
        <translation>请提高限制，或提出范围更小的问题。</translation>
    </message>
    <message>
        <source>Raise “Longest answer”, switch its thinking off, or choose another model.</source>
        <translation>请提高“最长回答”、关闭其思考，或选择其他模型。</translation>
    </message>
    <message>
        <source>Raw photographs are not read.</source>
        <translation>不读取 RAW 照片。</translation>
    </message>
    <message>
        <source>Read it in the app you bought it for, or add a copy without it.</source>
        <translation>请在购买时所用的应用中阅读，或添加没有保护的副本。</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>文件系统为只读</translation>
    </message>
    <message>
        <source>Reader class name {name} not found.</source>
        <translation>没有名为 {name} 的读取器类。</translation>
    </message>
    <message>
        <source>Reading is paused.</source>
        <translation>读取已暂停。</translation>
    </message>
    <message>
        <source>Reading the file needs too much memory, so it was not read.</source>
        <translation>读取该文件需要过多内存，因此未读取。</translation>
    </message>
    <message>
        <source>Reading the file took too long, so it was not read.</source>
        <translation>读取该文件耗时过长，因此未读取。</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>References</source>
        <translation>引用</translation>
    </message>
    <message>
        <source>Remarks can&apos;t be written into “{name}”.</source>
        <translation>无法在“{name}”中写入批注。</translation>
    </message>
    <message>
        <source>Remove it from the folder of libraries, or ask whoever gave it to you for another copy.</source>
        <translation>请将其从资料库文件夹中移除，或向提供者索取另一份副本。</translation>
    </message>
    <message>
        <source>Remove it, or add the model files again.</source>
        <translation>请移除它，或重新添加模型文件。</translation>
    </message>
    <message>
        <source>Remove some of them.</source>
        <translation>请移除其中一些。</translation>
    </message>
    <message>
        <source>Remove the words with a minus before them.</source>
        <translation>请删除前面带减号的词语。</translation>
    </message>
    <message>
        <source>Removed the connection “{name}”.</source>
        <translation>已移除连接“{name}”。</translation>
    </message>
    <message>
        <source>Renamed or moved</source>
        <translation>重命名或移动</translation>
    </message>
    <message>
        <source>Renumbered</source>
        <translation>编号更改</translation>
    </message>
    <message>
        <source>Rephrase it with the names of the columns, or choose a larger model.</source>
        <translation>请用列名重新表述，或选择更大的模型。</translation>
    </message>
    <message>
        <source>Restart its server, or choose another model.</source>
        <translation>请重新启动其服务器，或选择其他模型。</translation>
    </message>
    <message>
        <source>Restart the program.</source>
        <translation>请重新启动程序。</translation>
    </message>
    <message>
        <source>Restore it from a backup or delete it.</source>
        <translation>请从备份恢复或将其删除。</translation>
    </message>
    <message>
        <source>Restore it from a backup, or try again to start with a new one. Libraries are not affected.</source>
        <translation>请从备份恢复，或重试以新建一个。资料库不受影响。</translation>
    </message>
    <message>
        <source>Revoke it, or choose another name.</source>
        <translation>请撤销它，或选择其他名称。</translation>
    </message>
    <message>
        <source>Revoke one that is not needed.</source>
        <translation>请撤销一个不需要的令牌。</translation>
    </message>
    <message>
        <source>Run text recognition (OCR) on the file and add the result.</source>
        <translation>请对文件进行文字识别 (OCR)，并添加结果。</translation>
    </message>
    <message>
        <source>Run: desktop-rag pin add {name} …</source>
        <translation>请运行：desktop-rag pin add {name} …</translation>
    </message>
    <message>
        <source>Run: ollama pull {model}</source>
        <translation>请运行：ollama pull {model}</translation>
    </message>
    <message>
        <source>SHA-256 of the file</source>
        <translation>文件的 SHA-256</translation>
    </message>
    <message>
        <source>SHA-256 of the passage</source>
        <translation>段落的 SHA-256</translation>
    </message>
    <message>
        <source>SHA-256 of the picture</source>
        <translation>图片的 SHA-256</translation>
    </message>
    <message>
        <source>Save a copy without the password and add that.</source>
        <translation>请保存不带密码的副本后添加。</translation>
    </message>
    <message>
        <source>Save a smaller copy and add that.</source>
        <translation>请保存较小的副本后添加。</translation>
    </message>
    <message>
        <source>Save it as DOCX and add that.</source>
        <translation>请另存为 DOCX 后添加。</translation>
    </message>
    <message>
        <source>Save it as HWPX or DOCX and add that.</source>
        <translation>请另存为 HWPX 或 DOCX 后添加。</translation>
    </message>
    <message>
        <source>Save it as PDF and add that.</source>
        <translation>请另存为 PDF 后添加。</translation>
    </message>
    <message>
        <source>Save it as UTF-8, and check it again.</source>
        <translation>请另存为 UTF-8 并重新核查。</translation>
    </message>
    <message>
        <source>Save it as XLSX and add that.</source>
        <translation>请另存为 XLSX 后添加。</translation>
    </message>
    <message>
        <source>Save it as XLSX or PDF and add that.</source>
        <translation>请另存为 XLSX 或 PDF 后添加。</translation>
    </message>
    <message>
        <source>Save it in one of these formats and check that: {known}.</source>
        <translation>请另存为以下格式之一并核查该文件：{known}。</translation>
    </message>
    <message>
        <source>Save some in the window, or pass a file of them.</source>
        <translation>请在窗口中保存一些，或提供包含它们的文件。</translation>
    </message>
    <message>
        <source>Save the messages as MSG or EML and add those.</source>
        <translation>请将邮件另存为 MSG 或 EML 后添加。</translation>
    </message>
    <message>
        <source>Save the messages inside it by themselves and add those.</source>
        <translation>请将其中的邮件单独保存后添加。</translation>
    </message>
    <message>
        <source>Saved the connection “{name}”.</source>
        <translation>已保存连接“{name}”。</translation>
    </message>
    <message>
        <source>Say in a TextBlock what is in it.</source>
        <translation>请用 TextBlock 说明其中的内容。</translation>
    </message>
    <message>
        <source>See json-schema.org for the form.</source>
        <translation>格式见 json-schema.org。</translation>
    </message>
    <message>
        <source>See {place}.</source>
        <translation>见 {place}。</translation>
    </message>
    <message>
        <source>Select more of the sentence or row that answers it.</source>
        <translation>请多选一些回答问题的句子或行。</translation>
    </message>
    <message>
        <source>Select the words that answer the question.</source>
        <translation>请选中回答问题的文字。</translation>
    </message>
    <message>
        <source>Select them in the text of the file.</source>
        <translation>请在文件的文本中选中它们。</translation>
    </message>
    <message>
        <source>Sentence</source>
        <translation>句子</translation>
    </message>
    <message>
        <source>September</source>
        <translation>9月</translation>
    </message>
    <message>
        <source>Serve the original model again, or change the library&apos;s search model.</source>
        <translation>请重新提供原模型，或更改资料库的检索模型。</translation>
    </message>
    <message>
        <source>Set “Context window” to {tokens} or less, or close other programs.</source>
        <translation>请将“上下文窗口”设为 {tokens} 或更小，或关闭其他程序。</translation>
    </message>
    <message>
        <source>Set “{column}” of {file} next: it tells most about how often the column is right.</source>
        <translation>接下来请填写 {file} 的“{column}”：它最能说明该列的正确率。</translation>
    </message>
    <message>
        <source>Settings begin with: {known}.</source>
        <translation>设置以此开头：{known}。</translation>
    </message>
    <message>
        <source>Several files are called “{file}”: {files}.</source>
        <translation>有多个文件名为“{file}”：{files}。</translation>
    </message>
    <message>
        <source>Several files have such a place: {files}. Name the file in your question.</source>
        <translation>多个文件有这样的位置：{files}。请在问题中指明文件。</translation>
    </message>
    <message>
        <source>Several folders are called “{folder}”: {folders}.</source>
        <translation>有多个文件夹名为“{folder}”：{folders}。</translation>
    </message>
    <message>
        <source>Share a library next: desktop-rag mcp share NAME</source>
        <translation>接下来共享一个资料库：desktop-rag mcp share NAME</translation>
    </message>
    <message>
        <source>Share it in Desktop RAG, or search again.</source>
        <translation>请在 Desktop RAG 中共享，或重新搜索。</translation>
    </message>
    <message>
        <source>Share one in Desktop RAG, or with “desktop-rag mcp share NAME”.</source>
        <translation>请在 Desktop RAG 中共享，或使用“desktop-rag mcp share NAME”。</translation>
    </message>
    <message>
        <source>Shared libraries: {names}.</source>
        <translation>共享的资料库：{names}。</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>工作表</translation>
    </message>
    <message>
        <source>Shorten it.</source>
        <translation>请将其缩短。</translation>
    </message>
    <message>
        <source>Shown again: {about}</source>
        <translation>重新显示：{about}</translation>
    </message>
    <message>
        <source>Signed with the Ed25519 key whose fingerprint is</source>
        <translation>签名所用 Ed25519 密钥的指纹：</translation>
    </message>
    <message>
        <source>Since the last run: documents that are new {new}, that are gone {gone}, cells that differ {cells}.</source>
        <translation>自上次运行以来：新增文档 {new}，消失的文档 {gone}，有变化的单元格 {cells}。</translation>
    </message>
    <message>
        <source>Slide {number} is damaged and was left out.</source>
        <translation>幻灯片 {number} 已损坏，已排除。</translation>
    </message>
    <message>
        <source>Some of its parts are nested too deeply to be read.</source>
        <translation>部分内容嵌套过深，无法读取。</translation>
    </message>
    <message>
        <source>Something beside the text, as comments or charts, is damaged and was left out.</source>
        <translation>正文之外的内容（如批注或图表）已损坏，已排除。</translation>
    </message>
    <message>
        <source>Something needs attention; see the lines marked “wrong”.</source>
        <translation>有需要处理的问题；见标为“wrong”的行。</translation>
    </message>
    <message>
        <source>Something that this library watches cannot be read.</source>
        <translation>此资料库关注的某项内容无法读取。</translation>
    </message>
    <message>
        <source>Sound and video are not read.</source>
        <translation>不读取音频和视频。</translation>
    </message>
    <message>
        <source>Spellings found</source>
        <translation>找到的写法</translation>
    </message>
    <message>
        <source>Spelt alike: {words}</source>
        <translation>写法相近：{words}</translation>
    </message>
    <message>
        <source>Split it into smaller files, or save it as PDF.</source>
        <translation>请拆分为较小的文件，或另存为 PDF。</translation>
    </message>
    <message>
        <source>Split it into smaller files.</source>
        <translation>请拆分为较小的文件。</translation>
    </message>
    <message>
        <source>StarOffice documents are not read.</source>
        <translation>不读取 StarOffice 文档。</translation>
    </message>
    <message>
        <source>Start Claude Code again.</source>
        <translation>请重新启动 Claude Code。</translation>
    </message>
    <message>
        <source>Start a new one.</source>
        <translation>请新建一个。</translation>
    </message>
    <message>
        <source>Start it again.</source>
        <translation>请重新开始。</translation>
    </message>
    <message>
        <source>Start it yourself and try again.</source>
        <translation>请自行启动窗口后重试。</translation>
    </message>
    <message>
        <source>Start it, or check this computer&apos;s proxy settings (HTTPS_PROXY, NO_PROXY).</source>
        <translation>请启动它，或检查此计算机的代理设置（HTTPS_PROXY、NO_PROXY）。</translation>
    </message>
    <message>
        <source>Start its server with a larger batch and context size, or choose another model.</source>
        <translation>请以更大的批量和上下文启动其服务器，或选择其他模型。</translation>
    </message>
    <message>
        <source>Start llama-server without a model to manage several, or use Ollama.</source>
        <translation>若要管理多个模型，请不带模型启动 llama-server，或使用 Ollama。</translation>
    </message>
    <message>
        <source>Start the program that serves the model, or check the address.</source>
        <translation>请启动提供模型的程序，或检查地址。</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Still to be read: {files}.</source>
        <translation>等待读取：{files}。</translation>
    </message>
    <message>
        <source>Stop the download first.</source>
        <translation>请先停止下载。</translation>
    </message>
    <message>
        <source>Stop watching it, and watch it again.</source>
        <translation>请取消关注，然后重新关注。</translation>
    </message>
    <message>
        <source>Stop watching some first.</source>
        <translation>请先取消关注其中一些内容。</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>Stopped. Work done so far is kept. Run the same command to continue.</source>
        <translation>已停止。已完成的工作予以保留。运行相同的命令即可继续。</translation>
    </message>
    <message>
        <source>Store one there first, or choose another folder.</source>
        <translation>请先在那里存储一个，或选择其他文件夹。</translation>
    </message>
    <message>
        <source>Stored the key for {owner} {place}.</source>
        <translation>已保存 {owner} 的密钥（{place}）。</translation>
    </message>
    <message>
        <source>Such links begin with “{beginning}”.</source>
        <translation>此类链接以“{beginning}”开头。</translation>
    </message>
    <message>
        <source>Sums up everything there is about a subject.</source>
        <translation>总结关于某主题的全部内容。</translation>
    </message>
    <message>
        <source>Supported</source>
        <translation>有依据</translation>
    </message>
    <message>
        <source>Supported.</source>
        <translation>有依据。</translation>
    </message>
    <message>
        <source>Switch it on in the folder&apos;s rules.</source>
        <translation>请在文件夹的规则中开启。</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Table cell</source>
        <translation>单元格</translation>
    </message>
    <message>
        <source>Table column</source>
        <translation>表格列</translation>
    </message>
    <message>
        <source>Table row</source>
        <translation>表格行</translation>
    </message>
    <message>
        <source>Take a key from “desktop-rag contradictions {name} --all”.</source>
        <translation>请使用“desktop-rag contradictions {name} --all”列出的键。</translation>
    </message>
    <message>
        <source>Tell “desktop-rag data-folder use” where the folder is.</source>
        <translation>请用“desktop-rag data-folder use”指定文件夹的位置。</translation>
    </message>
    <message>
        <source>Text boxes</source>
        <translation>文本框</translation>
    </message>
    <message>
        <source>The API key is wrong.</source>
        <translation>API 密钥错误。</translation>
    </message>
    <message>
        <source>The PDF is too damaged to be written again.</source>
        <translation>该 PDF 损坏严重，无法重新写出。</translation>
    </message>
    <message>
        <source>The Zotero database is damaged.</source>
        <translation>Zotero 数据库已损坏。</translation>
    </message>
    <message>
        <source>The Zotero database takes too long to look at, or too much memory.</source>
        <translation>读取 Zotero 数据库耗时过长或占用内存过多。</translation>
    </message>
    <message>
        <source>The account for this model has no credit left.</source>
        <translation>此模型的账户已无余额。</translation>
    </message>
    <message>
        <source>The address of the model is not valid.</source>
        <translation>模型地址无效。</translation>
    </message>
    <message>
        <source>The agent did not come to an answer in {steps} steps.</source>
        <translation>智能体在 {steps} 步内未得出回答。</translation>
    </message>
    <message>
        <source>The amounts are not added. {reason}</source>
        <translation>未将金额相加。{reason}</translation>
    </message>
    <message>
        <source>The answer cites no PDF.</source>
        <translation>该答案没有引用 PDF。</translation>
    </message>
    <message>
        <source>The answer could not be saved.</source>
        <translation>回答无法保存。</translation>
    </message>
    <message>
        <source>The answer had no end, so it was stopped.</source>
        <translation>回答没有结束的迹象，因此已停止。</translation>
    </message>
    <message>
        <source>The answer rests on {passages} passages of {files} files. The library has {all} files.</source>
        <translation>回答依据 {files} 个文件中的 {passages} 个段落。资料库共有 {all} 个文件。</translation>
    </message>
    <message>
        <source>The answer was cut off: it reached the limit for one answer. Continue it, or raise “Longest answer”.</source>
        <translation>回答被截断：已达到单个回答的上限。请继续，或提高“最长回答”。</translation>
    </message>
    <message>
        <source>The answer was cut off: the model&apos;s server failed in the middle of it. Continue it, or ask again.</source>
        <translation>回答被截断：模型的服务器中途出错。请继续生成，或重新提问。</translation>
    </message>
    <message>
        <source>The answer was interrupted. This is the part received until then.</source>
        <translation>回答已中断。这是此前接收的部分。</translation>
    </message>
    <message>
        <source>The answer was stopped. This is the part received until then.</source>
        <translation>回答已停止。这是此前接收的部分。</translation>
    </message>
    <message>
        <source>The archive contains nothing readable.</source>
        <translation>压缩包中没有可读取的内容。</translation>
    </message>
    <message>
        <source>The archive is damaged.</source>
        <translation>压缩包已损坏。</translation>
    </message>
    <message>
        <source>The archive is protected by a password.</source>
        <translation>压缩包受密码保护。</translation>
    </message>
    <message>
        <source>The attached file “{name}” could not be read.</source>
        <translation>无法读取附加的文件“{name}”。</translation>
    </message>
    <message>
        <source>The attached file “{name}” is no longer there.</source>
        <translation>附加的文件“{name}”已不存在。</translation>
    </message>
    <message>
        <source>The automatic numbers of lists and clauses are damaged and missing here.</source>
        <translation>列表和条款的自动编号已损坏，此处缺失。</translation>
    </message>
    <message>
        <source>The book is locked by copy protection (DRM).</source>
        <translation>该书受版权保护（DRM）锁定。</translation>
    </message>
    <message>
        <source>The built-in model stopped unexpectedly.</source>
        <translation>内置模型意外停止。</translation>
    </message>
    <message>
        <source>The built-in model stopped working.</source>
        <translation>内置模型停止工作。</translation>
    </message>
    <message>
        <source>The calendar cannot be written to “{name}”.</source>
        <translation>无法将日历写入“{name}”。</translation>
    </message>
    <message>
        <source>The change of search model is waiting, and the library is searched as before: {error} The program tries again automatically.</source>
        <translation>更换检索模型正在等待，资料库仍按原方式检索：{error} 程序会自动重试。</translation>
    </message>
    <message>
        <source>The change of search model was cancelled.</source>
        <translation>检索模型的更改已取消。</translation>
    </message>
    <message>
        <source>The columns of documents: {names}</source>
        <translation>documents 的列：{names}</translation>
    </message>
    <message>
        <source>The connection to the model was lost.</source>
        <translation>与模型的连接已断开。</translation>
    </message>
    <message>
        <source>The connection to {place} could not be secured.</source>
        <translation>无法与 {place} 建立安全连接。</translation>
    </message>
    <message>
        <source>The conversation is about the library “{name}”.</source>
        <translation>该会话针对资料库“{name}”。</translation>
    </message>
    <message>
        <source>The conversations file was damaged. It is now called {name}.</source>
        <translation>对话文件已损坏。现已更名为 {name}。</translation>
    </message>
    <message>
        <source>The copy {copy} is damaged.</source>
        <translation>副本 {copy} 已损坏。</translation>
    </message>
    <message>
        <source>The data cannot be moved: {reason}.</source>
        <translation>无法移动数据：{reason}。</translation>
    </message>
    <message>
        <source>The data folder is being moved by another window or command.</source>
        <translation>另一个窗口或命令正在移动数据文件夹。</translation>
    </message>
    <message>
        <source>The data folder {folder} is not there.</source>
        <translation>找不到数据文件夹 {folder}。</translation>
    </message>
    <message>
        <source>The data is now in {folder}.</source>
        <translation>数据现在位于 {folder}。</translation>
    </message>
    <message>
        <source>The default settings are used. Set again what you had changed, or import settings that you exported before.</source>
        <translation>将使用默认设置。请重新设置您更改过的内容，或导入之前导出的设置。</translation>
    </message>
    <message>
        <source>The disk is nearly full, so new and changed files wait. Free some space. Reading then continues.</source>
        <translation>磁盘将满，新增和更改的文件正在等待。释放空间后将继续读取。</translation>
    </message>
    <message>
        <source>The disk that holds {place} is full.</source>
        <translation>{place} 所在的磁盘已满。</translation>
    </message>
    <message>
        <source>The disk that holds {target} has too little room: the data needs {megabytes}.</source>
        <translation>{target} 所在磁盘空间不足：数据需要 {megabytes}。</translation>
    </message>
    <message>
        <source>The document is not named.</source>
        <translation>未指定文档。</translation>
    </message>
    <message>
        <source>The document says two things.</source>
        <translation>文档中有两种说法。</translation>
    </message>
    <message>
        <source>The download was interrupted.</source>
        <translation>下载已中断。</translation>
    </message>
    <message>
        <source>The draft itself is never written over.</source>
        <translation>草稿本身绝不会被覆盖。</translation>
    </message>
    <message>
        <source>The earliest of {count} files is dated {date}.</source>
        <translation>{count} 个文件中最早的日期是 {date}。</translation>
    </message>
    <message>
        <source>The encoding of “{name}” can&apos;t be written back without loss.</source>
        <translation>“{name}”的编码无法无损写回。</translation>
    </message>
    <message>
        <source>The end of a passage did not fit into the model&apos;s window.</source>
        <translation>一个段落的结尾放不进模型的上下文窗口。</translation>
    </message>
    <message>
        <source>The evidence pack was written to {target}.</source>
        <translation>证据包已写入 {target}。</translation>
    </message>
    <message>
        <source>The extra JSON is not a JSON object.</source>
        <translation>附加 JSON 不是 JSON 对象。</translation>
    </message>
    <message>
        <source>The figures add up to {sum}, not to {total}.</source>
        <translation>各数相加为{sum}，而非{total}。</translation>
    </message>
    <message>
        <source>The file as it is now cannot be read.</source>
        <translation>无法读取文件的当前内容。</translation>
    </message>
    <message>
        <source>The file cannot be opened: Permission denied.</source>
        <translation>无法打开文件：权限被拒绝。</translation>
    </message>
    <message>
        <source>The file cannot be opened: {reason}.</source>
        <translation>无法打开文件：{reason}。</translation>
    </message>
    <message>
        <source>The file cannot be read: {reason}.</source>
        <translation>无法读取文件：{reason}。</translation>
    </message>
    <message>
        <source>The file cannot be unpacked: {reason}.</source>
        <translation>无法解压文件：{reason}。</translation>
    </message>
    <message>
        <source>The file contains far more text than any document of its size.</source>
        <translation>该文件所含文本远超同等大小的文档。</translation>
    </message>
    <message>
        <source>The file contains no text.</source>
        <translation>该文件不含文本。</translation>
    </message>
    <message>
        <source>The file contains only pictures, and no text was recognised in them. If they show text, save the file as PDF.</source>
        <translation>该文件仅含图片，且未识别出文字。如图片含文字，请将文件另存为 PDF。</translation>
    </message>
    <message>
        <source>The file contains only pictures, and text recognition (OCR) is switched off.</source>
        <translation>该文件仅含图片，且文字识别 (OCR) 已关闭。</translation>
    </message>
    <message>
        <source>The file contains only white space.</source>
        <translation>该文件仅含空白。</translation>
    </message>
    <message>
        <source>The file crashed the reader, so it was not opened.</source>
        <translation>该文件使读取程序崩溃，因此未打开。</translation>
    </message>
    <message>
        <source>The file crashed the reader, so it was not read.</source>
        <translation>该文件使读取程序崩溃，因此未读取。</translation>
    </message>
    <message>
        <source>The file has changed since the library read it.</source>
        <translation>自资料库读取后，文件已更改。</translation>
    </message>
    <message>
        <source>The file inside it can&apos;t be found anymore.</source>
        <translation>找不到其中的文件了。</translation>
    </message>
    <message>
        <source>The file inside it is nested too deeply to be read.</source>
        <translation>其中的文件嵌套过深，无法读取。</translation>
    </message>
    <message>
        <source>The file is damaged, or its extension is wrong.</source>
        <translation>文件已损坏，或扩展名有误。</translation>
    </message>
    <message>
        <source>The file is damaged, so parts of it may be missing.</source>
        <translation>文件已损坏，因此可能缺少部分内容。</translation>
    </message>
    <message>
        <source>The file is damaged.</source>
        <translation>文件已损坏。</translation>
    </message>
    <message>
        <source>The file is damaged; only what comes before the damage was read.</source>
        <translation>文件已损坏；只读取了损坏处之前的内容。</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>文件为空。</translation>
    </message>
    <message>
        <source>The file is encrypted.</source>
        <translation>文件已加密。</translation>
    </message>
    <message>
        <source>The file is larger than {size} MB. Raise the limit in the folder&apos;s rules.</source>
        <translation>文件大于 {size} MB。请在文件夹的规则中提高限制。</translation>
    </message>
    <message>
        <source>The file is nested too deeply.</source>
        <translation>文件嵌套过深。</translation>
    </message>
    <message>
        <source>The file is not where it was. It stays searchable until you decide.</source>
        <translation>文件已不在原处。在您决定之前仍可搜索。</translation>
    </message>
    <message>
        <source>The file is not where it was. It stays searchable: put it back, or take it out of the library.</source>
        <translation>文件已不在原处，但仍可搜索：请将其放回，或移出资料库。</translation>
    </message>
    <message>
        <source>The file is not where it was. You chose to keep it searchable.</source>
        <translation>文件已不在原处。您选择保留其可搜索。</translation>
    </message>
    <message>
        <source>The file is protected by a password.</source>
        <translation>文件受密码保护。</translation>
    </message>
    <message>
        <source>The file is signed. In the copy, programs show that it was changed after it was signed.</source>
        <translation>该文件已签名。在副本中，程序会显示它在签名后被更改。</translation>
    </message>
    <message>
        <source>The file is too large once it is unpacked.</source>
        <translation>文件解压后过大。</translation>
    </message>
    <message>
        <source>The file is too large.</source>
        <translation>文件过大。</translation>
    </message>
    <message>
        <source>The file keeps changing. It will be read once it stops changing.</source>
        <translation>文件仍在不断更改。停止更改后将读取。</translation>
    </message>
    <message>
        <source>The file of the library “{name}” cannot be changed: {reason}.</source>
        <translation>无法更改资料库“{name}”的文件：{reason}。</translation>
    </message>
    <message>
        <source>The file of the link</source>
        <translation>链接指向的文件</translation>
    </message>
    <message>
        <source>The file reader cannot run.</source>
        <translation>文件读取程序无法运行。</translation>
    </message>
    <message>
        <source>The file was created by a version of Word older than 97.</source>
        <translation>该文件由 Word 97 之前的版本创建。</translation>
    </message>
    <message>
        <source>The file with the most pages is “{file}” ({pages}).</source>
        <translation>页数最多的文件是“{file}”（{pages}）。</translation>
    </message>
    <message>
        <source>The file with your conversations is gone: {file}.</source>
        <translation>您的对话文件不见了：{file}。</translation>
    </message>
    <message>
        <source>The file with your conversations was emptied: {file}.</source>
        <translation>您的对话文件已被清空：{file}。</translation>
    </message>
    <message>
        <source>The file {file} is damaged, and it cannot be renamed.</source>
        <translation>文件 {file} 已损坏，且无法重命名。</translation>
    </message>
    <message>
        <source>The file {file} was damaged. It was renamed to {aside}.</source>
        <translation>文件 {file} 已损坏。已将其重命名为 {aside}。</translation>
    </message>
    <message>
        <source>The file {file}, which names the data folder, cannot be read.</source>
        <translation>无法读取记录数据文件夹位置的文件 {file}。</translation>
    </message>
    <message>
        <source>The files of a new folder are still being listed, so there may be more.</source>
        <translation>新文件夹中的文件仍在列出，因此可能还有更多文件。</translation>
    </message>
    <message>
        <source>The files themselves are read.</source>
        <translation>文件本身仍会被读取。</translation>
    </message>
    <message>
        <source>The first {count} are quoted.</source>
        <translation>已引用前 {count} 个。</translation>
    </message>
    <message>
        <source>The first {files} are listed. The page “Files” shows all of them.</source>
        <translation>此处列出前 {files} 个。“文件”页面显示全部文件。</translation>
    </message>
    <message>
        <source>The folder cannot be opened: {reason}.</source>
        <translation>无法打开文件夹：{reason}。</translation>
    </message>
    <message>
        <source>The form can only be read in Adobe Acrobat Reader.</source>
        <translation>此表单只能在 Adobe Acrobat Reader 中阅读。</translation>
    </message>
    <message>
        <source>The header “{name}” has no value for {address}.</source>
        <translation>标头“{name}”没有用于 {address} 的值。</translation>
    </message>
    <message>
        <source>The highest of {count} amounts is {amount}.</source>
        <translation>{count} 笔金额中最高的是 {amount}。</translation>
    </message>
    <message>
        <source>The key cannot be stored: this system has no keychain, and the file for it cannot be written.</source>
        <translation>无法保存密钥：此系统没有密钥链，且无法写入相应文件。</translation>
    </message>
    <message>
        <source>The largest file is “{file}” ({size}).</source>
        <translation>最大的文件是“{file}”（{size}）。</translation>
    </message>
    <message>
        <source>The last answer of this conversation is complete.</source>
        <translation>此对话的最后一个回答已完整。</translation>
    </message>
    <message>
        <source>The latest of {count} files is dated {date}.</source>
        <translation>{count} 个文件中最晚的日期是 {date}。</translation>
    </message>
    <message>
        <source>The library cannot be opened.</source>
        <translation>无法打开资料库。</translation>
    </message>
    <message>
        <source>The library does not have this file, or leaves it out.</source>
        <translation>资料库中没有此文件，或已将其排除。</translation>
    </message>
    <message>
        <source>The library does not keep this state of {file} any more.</source>
        <translation>资料库已不再保留 {file} 的这一状态。</translation>
    </message>
    <message>
        <source>The library has no file “{file}”.</source>
        <translation>资料库中没有文件“{file}”。</translation>
    </message>
    <message>
        <source>The library has no files in a folder “{folder}”.</source>
        <translation>资料库中没有文件夹“{folder}”里的文件。</translation>
    </message>
    <message>
        <source>The library has read another state of the file since.</source>
        <translation>此后资料库读取了文件的另一状态。</translation>
    </message>
    <message>
        <source>The library keeps no earlier states of files.</source>
        <translation>资料库不保留文件的早期状态。</translation>
    </message>
    <message>
        <source>The library keeps no earlier states of the file.</source>
        <translation>资料库没有该文件的早期状态。</translation>
    </message>
    <message>
        <source>The library keeps only {count} earlier states of the file.</source>
        <translation>资料库只保留了该文件的 {count} 个早期状态。</translation>
    </message>
    <message>
        <source>The library keeps this earlier state of the file; its text alone is left.</source>
        <translation>这是资料库保留的文件早期状态；仅存其文本。</translation>
    </message>
    <message>
        <source>The library may not open this file.</source>
        <translation>资料库无权打开此文件。</translation>
    </message>
    <message>
        <source>The library “{name}” is open elsewhere.</source>
        <translation>资料库“{name}”已在别处打开。</translation>
    </message>
    <message>
        <source>The library “{name}” isn&apos;t on this computer, and no other has the file.</source>
        <translation>此计算机上没有资料库“{name}”，其他资料库中也没有该文件。</translation>
    </message>
    <message>
        <source>The library “{name}” reads {root}, so the data cannot be moved there.</source>
        <translation>资料库“{name}”读取 {root}，因此无法将数据移动到那里。</translation>
    </message>
    <message>
        <source>The library “{name}” was deleted, so it was not asked.</source>
        <translation>资料库“{name}”已删除，因此未查询。</translation>
    </message>
    <message>
        <source>The library&apos;s search model was changed in the meantime.</source>
        <translation>资料库的检索模型在此期间已更改。</translation>
    </message>
    <message>
        <source>The link is damaged.</source>
        <translation>链接已损坏。</translation>
    </message>
    <message>
        <source>The link is longer than {count} characters.</source>
        <translation>链接超过 {count} 个字符。</translation>
    </message>
    <message>
        <source>The link leads out of its library.</source>
        <translation>链接指向资料库之外。</translation>
    </message>
    <message>
        <source>The link leads to a library that is not shared with other programs.</source>
        <translation>链接指向的资料库未与其他程序共享。</translation>
    </message>
    <message>
        <source>The link&apos;s library isn&apos;t on this computer, and no other has the file.</source>
        <translation>此计算机上没有链接所指的资料库，其他资料库中也没有该文件。</translation>
    </message>
    <message>
        <source>The list cannot be deleted: {reason}.</source>
        <translation>无法删除列表：{reason}。</translation>
    </message>
    <message>
        <source>The list cannot be written to “{name}”.</source>
        <translation>无法将列表写入“{name}”。</translation>
    </message>
    <message>
        <source>The list names no files.</source>
        <translation>列表中没有文件。</translation>
    </message>
    <message>
        <source>The list of chapters is damaged: they may be in another order, or some may be missing.</source>
        <translation>章节列表已损坏：章节顺序可能不同，部分章节可能缺失。</translation>
    </message>
    <message>
        <source>The list of slides is damaged, so their order may be wrong.</source>
        <translation>幻灯片列表已损坏，顺序可能不正确。</translation>
    </message>
    <message>
        <source>The local API needs {library}, which is not installed.</source>
        <translation>本地 API 需要 {library}，但尚未安装。</translation>
    </message>
    <message>
        <source>The lowest of {count} amounts is {amount}.</source>
        <translation>{count} 笔金额中最低的是 {amount}。</translation>
    </message>
    <message>
        <source>The mailbox contains no messages.</source>
        <translation>邮箱中没有邮件。</translation>
    </message>
    <message>
        <source>The message is damaged.</source>
        <translation>邮件已损坏。</translation>
    </message>
    <message>
        <source>The message is empty.</source>
        <translation>邮件为空。</translation>
    </message>
    <message>
        <source>The message is encrypted: only its headers were read.</source>
        <translation>邮件已加密：仅读取了其标头。</translation>
    </message>
    <message>
        <source>The message is nested too deeply to be read.</source>
        <translation>邮件嵌套过深，无法读取。</translation>
    </message>
    <message>
        <source>The middle of the question did not fit into the model&apos;s window.</source>
        <translation>问题的中间部分放不进模型的上下文窗口。</translation>
    </message>
    <message>
        <source>The model began to repeat itself, so it was stopped.</source>
        <translation>模型开始重复自己的内容，因此已停止。</translation>
    </message>
    <message>
        <source>The model did not answer in the required form.</source>
        <translation>模型未按要求的格式回答。</translation>
    </message>
    <message>
        <source>The model did not see everything: its server read only {read} of about {sent} tokens. Start the server with a larger context, or use fewer passages per answer.</source>
        <translation>模型未看到全部内容：其服务器仅读取了约 {sent} 个词元中的 {read} 个。请以更大的上下文启动服务器，或减少每个回答的段落数。</translation>
    </message>
    <message>
        <source>The model does not fit into memory.</source>
        <translation>内存容纳不下该模型。</translation>
    </message>
    <message>
        <source>The model does not fit into memory: it needs about {needed} GB of {available} GB.</source>
        <translation>内存容纳不下该模型：约需 {needed} GB，可用 {available} GB。</translation>
    </message>
    <message>
        <source>The model file {name} cannot be loaded.</source>
        <translation>无法加载模型文件 {name}。</translation>
    </message>
    <message>
        <source>The model file {name} has an unknown version ({version}).</source>
        <translation>模型文件 {name} 的版本未知（{version}）。</translation>
    </message>
    <message>
        <source>The model file {name} is damaged or incomplete.</source>
        <translation>模型文件 {name} 已损坏或不完整。</translation>
    </message>
    <message>
        <source>The model file {name} is of a kind that is not known here.</source>
        <translation>模型文件 {name} 属于未知类型。</translation>
    </message>
    <message>
        <source>The model file {path} cannot be read: {reason}.</source>
        <translation>无法读取模型文件 {path}：{reason}。</translation>
    </message>
    <message>
        <source>The model found no answer to the question in these passages.</source>
        <translation>模型在这些段落中未找到问题的答案。</translation>
    </message>
    <message>
        <source>The model has not answered for {seconds} s. Ctrl+C stops.</source>
        <translation>模型已有 {seconds} 秒没有回应。按 Ctrl+C 停止。</translation>
    </message>
    <message>
        <source>The model is served at another address.</source>
        <translation>模型在其他地址提供。</translation>
    </message>
    <message>
        <source>The model is still being loaded.</source>
        <translation>模型仍在加载。</translation>
    </message>
    <message>
        <source>The model named nothing that the files say.</source>
        <translation>模型没有给出文件中所述的内容。</translation>
    </message>
    <message>
        <source>The model needs {needed} GB of memory, and {available} GB is free.</source>
        <translation>模型需要 {needed} GB 内存，可用 {available} GB。</translation>
    </message>
    <message>
        <source>The model refused to answer: “{refusal}”</source>
        <translation>模型拒绝回答：“{refusal}”</translation>
    </message>
    <message>
        <source>The model returned no answer. Try again or choose another model. For a reasoning model, raise “Longest answer”.</source>
        <translation>模型未返回回答。请重试或选择其他模型。对于推理模型，请提高“最长回答”。</translation>
    </message>
    <message>
        <source>The model was shown the first {shown} of {total} differences.</source>
        <translation>模型只看了 {total} 处差异中的前 {shown} 处。</translation>
    </message>
    <message>
        <source>The model was still not loaded after {minutes} minutes.</source>
        <translation>{minutes} 分钟后模型仍未加载。</translation>
    </message>
    <message>
        <source>The model {model_name} cannot call functions.</source>
        <translation>模型 {model_name} 无法调用函数。</translation>
    </message>
    <message>
        <source>The model {model_name} cannot see images.</source>
        <translation>模型 {model_name} 无法看图片。</translation>
    </message>
    <message>
        <source>The model “{model_name}” returned invalid numbers.</source>
        <translation>模型“{model_name}”返回了无效数字。</translation>
    </message>
    <message>
        <source>The model “{model_name}” returned only zeros.</source>
        <translation>模型“{model_name}”仅返回零。</translation>
    </message>
    <message>
        <source>The model “{model}” cannot use tools.</source>
        <translation>模型“{model}”无法使用工具。</translation>
    </message>
    <message>
        <source>The model “{model}” could not be downloaded.</source>
        <translation>无法下载模型“{model}”。</translation>
    </message>
    <message>
        <source>The model “{model}” could not be loaded.</source>
        <translation>无法加载模型“{model}”。</translation>
    </message>
    <message>
        <source>The model&apos;s answer was cut off.</source>
        <translation>模型的回答被截断。</translation>
    </message>
    <message>
        <source>The model&apos;s server has a problem.</source>
        <translation>模型的服务器出现问题。</translation>
    </message>
    <message>
        <source>The model&apos;s server is getting too many requests right now.</source>
        <translation>模型的服务器目前收到的请求过多。</translation>
    </message>
    <message>
        <source>The model&apos;s server rejected the request (code {status}).</source>
        <translation>模型的服务器拒绝了请求（代码 {status}）。</translation>
    </message>
    <message>
        <source>The model&apos;s server rejected the request.</source>
        <translation>模型的服务器拒绝了请求。</translation>
    </message>
    <message>
        <source>The model&apos;s value “{value}” stands in no sentence.</source>
        <translation>模型给出的值“{value}”不在任何句子中。</translation>
    </message>
    <message>
        <source>The model&apos;s window of {context_window} tokens leaves no room for your documents.</source>
        <translation>模型的上下文窗口（{context_window} 个词元）容纳不下文档。</translation>
    </message>
    <message>
        <source>The newest file is “{file}”, last changed on {date}.</source>
        <translation>最新的文件是“{file}”，最后修改于 {date}。</translation>
    </message>
    <message>
        <source>The oldest file is “{file}”, last changed on {date}.</source>
        <translation>最旧的文件是“{file}”，最后修改于 {date}。</translation>
    </message>
    <message>
        <source>The other files are quoted below.</source>
        <translation>其余文件的引文见下方。</translation>
    </message>
    <message>
        <source>The pack is whole: no byte of it was changed.</source>
        <translation>证据包完整：没有任何字节被更改。</translation>
    </message>
    <message>
        <source>The page contains no text.</source>
        <translation>页面不含文本。</translation>
    </message>
    <message>
        <source>The page is damaged and cannot be shown.</source>
        <translation>页面已损坏，无法显示。</translation>
    </message>
    <message>
        <source>The page with the printed number {label} is page {page} of the file.</source>
        <translation>印刷页码为 {label} 的页面是文件的第 {page} 页。</translation>
    </message>
    <message>
        <source>The page “Files” shows the other ones with their reasons.</source>
        <translation>其余文件及其原因请见“文件”页面。</translation>
    </message>
    <message>
        <source>The pages are pictures without text.</source>
        <translation>页面是不含文本的图片。</translation>
    </message>
    <message>
        <source>The pages show no text.</source>
        <translation>页面上没有文字。</translation>
    </message>
    <message>
        <source>The part of the program that runs model files is missing.</source>
        <translation>缺少运行模型文件的程序组件。</translation>
    </message>
    <message>
        <source>The passages are in another language.</source>
        <translation>段落为另一种语言。</translation>
    </message>
    <message>
        <source>The passages that fit best:</source>
        <translation>最相符的段落：</translation>
    </message>
    <message>
        <source>The password cannot be saved: this system has no keychain, and the file for it cannot be written.</source>
        <translation>无法保存密码：此系统没有密钥链，且无法写入相应文件。</translation>
    </message>
    <message>
        <source>The picture cannot be saved: {reason}.</source>
        <translation>无法保存图片：{reason}。</translation>
    </message>
    <message>
        <source>The picture is too large to read.</source>
        <translation>图片过大，无法读取。</translation>
    </message>
    <message>
        <source>The picture is too small to show text.</source>
        <translation>图片过小，无法显示文字。</translation>
    </message>
    <message>
        <source>The picture shows no text.</source>
        <translation>图片中没有文字。</translation>
    </message>
    <message>
        <source>The plug-in “{key}” failed and is switched off until the program starts again ({said}).</source>
        <translation>插件“{key}”失败，在程序再次启动之前已关闭（{said}）。</translation>
    </message>
    <message>
        <source>The plug-in “{key}” isn&apos;t installed.</source>
        <translation>插件“{key}”未安装。</translation>
    </message>
    <message>
        <source>The port {port} cannot be used: {reason}.</source>
        <translation>无法使用端口 {port}：{reason}。</translation>
    </message>
    <message>
        <source>The prices of {model} are not known.</source>
        <translation>{model} 的价格未知。</translation>
    </message>
    <message>
        <source>The program cannot start its file reader.</source>
        <translation>程序无法启动文件读取程序。</translation>
    </message>
    <message>
        <source>The program is closing.</source>
        <translation>程序正在关闭。</translation>
    </message>
    <message>
        <source>The program&apos;s log has the details.</source>
        <translation>详情见程序日志。</translation>
    </message>
    <message>
        <source>The provider&apos;s content filter blocked the answer. Ask in other words, or choose another model.</source>
        <translation>提供方的内容过滤器屏蔽了回答。请换用其他措辞，或选择其他模型。</translation>
    </message>
    <message>
        <source>The provider&apos;s content filter ended this answer.</source>
        <translation>提供方的内容过滤器终止了此回答。</translation>
    </message>
    <message>
        <source>The provider&apos;s filter ended the model&apos;s answer.</source>
        <translation>提供商的过滤器中止了模型的回答。</translation>
    </message>
    <message>
        <source>The proxy at {proxy} does not answer.</source>
        <translation>代理 {proxy} 没有响应。</translation>
    </message>
    <message>
        <source>The proxy at {proxy} refused the connection.</source>
        <translation>代理 {proxy} 拒绝了连接。</translation>
    </message>
    <message>
        <source>The proxy refused the connection.</source>
        <translation>代理拒绝了连接。</translation>
    </message>
    <message>
        <source>The query takes too long.</source>
        <translation>查询耗时过长。</translation>
    </message>
    <message>
        <source>The question with its passages is longer than the model can read at once.</source>
        <translation>问题及其段落超出模型一次可读取的长度。</translation>
    </message>
    <message>
        <source>The questions have changed since the saved result, so the averages can&apos;t be compared.</source>
        <translation>自保存结果以来问题已更改，因此无法比较平均值。</translation>
    </message>
    <message>
        <source>The quotation is altered here.</source>
        <translation>引文在此处被改动。</translation>
    </message>
    <message>
        <source>The quoted words aren&apos;t in the file any more.</source>
        <translation>文件中已没有所引用的文字。</translation>
    </message>
    <message>
        <source>The reranker has a problem.</source>
        <translation>重排器出现问题。</translation>
    </message>
    <message>
        <source>The reranker is getting too many requests right now.</source>
        <translation>重排器目前收到的请求过多。</translation>
    </message>
    <message>
        <source>The reranker rejected the request (code {status}).</source>
        <translation>重排器拒绝了请求（代码 {status}）。</translation>
    </message>
    <message>
        <source>The result is empty.</source>
        <translation>结果为空。</translation>
    </message>
    <message>
        <source>The rows were written to {target}.</source>
        <translation>各行已写入 {target}。</translation>
    </message>
    <message>
        <source>The server at {address} does not serve a language model.</source>
        <translation>{address} 的服务器不提供语言模型。</translation>
    </message>
    <message>
        <source>The server at {address} sent no usable vectors.</source>
        <translation>{address} 的服务器未返回可用的向量。</translation>
    </message>
    <message>
        <source>The server at {address} sent something unreadable in the middle of the answer.</source>
        <translation>{address} 的服务器在回答中途发送了无法读取的内容。</translation>
    </message>
    <message>
        <source>The server at {place} uses http, not https.</source>
        <translation>{place} 的服务器使用 http，而非 https。</translation>
    </message>
    <message>
        <source>The server at {place} uses https, not http.</source>
        <translation>{place} 的服务器使用 https，而非 http。</translation>
    </message>
    <message>
        <source>The server does not allow this key to use the model.</source>
        <translation>服务器不允许此密钥使用该模型。</translation>
    </message>
    <message>
        <source>The server has no model named “{model}”.</source>
        <translation>服务器没有名为“{model}”的模型。</translation>
    </message>
    <message>
        <source>The server has the model {name} now.</source>
        <translation>服务器现已有模型 {name}。</translation>
    </message>
    <message>
        <source>The server is still busy with the model “{model}”.</source>
        <translation>服务器仍在处理模型“{model}”。</translation>
    </message>
    <message>
        <source>The server leads from address to address.</source>
        <translation>服务器不断重定向。</translation>
    </message>
    <message>
        <source>The server leads to an unsafe address.</source>
        <translation>服务器重定向到不安全的地址。</translation>
    </message>
    <message>
        <source>The settings as they were: {path}.</source>
        <translation>更改前的设置：{path}。</translation>
    </message>
    <message>
        <source>The settings could not be saved: {reason}.</source>
        <translation>无法保存设置：{reason}。</translation>
    </message>
    <message>
        <source>The settings in {path} cannot be read: {reason}.</source>
        <translation>无法读取 {path} 中的设置：{reason}。</translation>
    </message>
    <message>
        <source>The settings name {chosen}. Change to it with --switch.</source>
        <translation>“设置”中为 {chosen}。用 --switch 更改。</translation>
    </message>
    <message>
        <source>The sheet “{name}” is damaged and was left out.</source>
        <translation>工作表“{name}”已损坏，已排除。</translation>
    </message>
    <message>
        <source>The sheet “{name}” is damaged; only what could be read of it is here.</source>
        <translation>工作表“{name}”已损坏；这里只有能读取的部分。</translation>
    </message>
    <message>
        <source>The sheet “{name}” is missing from the file.</source>
        <translation>文件中缺少工作表“{name}”。</translation>
    </message>
    <message>
        <source>The signing key cannot be stored: this system has no keychain, and the file for it cannot be written.</source>
        <translation>无法存储签名密钥：此系统没有钥匙串，且无法写入用于存储的文件。</translation>
    </message>
    <message>
        <source>The smallest file is “{file}” ({size}).</source>
        <translation>最小的文件是“{file}”（{size}）。</translation>
    </message>
    <message>
        <source>The source does not give this date.</source>
        <translation>来源未给出此日期。</translation>
    </message>
    <message>
        <source>The source does not give this number here.</source>
        <translation>来源在此处未给出此数字。</translation>
    </message>
    <message>
        <source>The source does not name this.</source>
        <translation>来源未提及此名称。</translation>
    </message>
    <message>
        <source>The source does not say this.</source>
        <translation>来源没有这样说。</translation>
    </message>
    <message>
        <source>The source does not say “not” here.</source>
        <translation>来源在此处没有否定。</translation>
    </message>
    <message>
        <source>The source says otherwise.</source>
        <translation>来源的说法不同。</translation>
    </message>
    <message>
        <source>The source says this of something else.</source>
        <translation>来源中这说的是别的内容。</translation>
    </message>
    <message>
        <source>The source says this of “{name}”.</source>
        <translation>来源中这说的是“{name}”。</translation>
    </message>
    <message>
        <source>The source says “{words}” here.</source>
        <translation>来源在此处为“{words}”。</translation>
    </message>
    <message>
        <source>The spreadsheet is empty.</source>
        <translation>电子表格为空。</translation>
    </message>
    <message>
        <source>The step {name} names no event.</source>
        <translation>步骤 {name} 未指明事件。</translation>
    </message>
    <message>
        <source>The steps and their parameters: {steps}.</source>
        <translation>步骤及其参数：{steps}。</translation>
    </message>
    <message>
        <source>The system can&apos;t be told to open links with this program: {reason}.</source>
        <translation>无法让系统用本程序打开链接：{reason}。</translation>
    </message>
    <message>
        <source>The system can&apos;t be told whether to start the program at login: {reason}.</source>
        <translation>无法告知系统是否在登录时启动此程序：{reason}。</translation>
    </message>
    <message>
        <source>The system lets the program start no more threads: {reason}.</source>
        <translation>系统不允许程序启动更多线程：{reason}。</translation>
    </message>
    <message>
        <source>The table could not answer this: {reason}</source>
        <translation>无法从表中得到答案：{reason}</translation>
    </message>
    <message>
        <source>The table has no file {file}, or several.</source>
        <translation>表格中没有文件 {file}，或有多个。</translation>
    </message>
    <message>
        <source>The table is damaged.</source>
        <translation>表格已损坏。</translation>
    </message>
    <message>
        <source>The table “{name}” is forgotten.</source>
        <translation>表格“{name}”已删除。</translation>
    </message>
    <message>
        <source>The tables could not answer this question.</source>
        <translation>表格无法回答此问题。</translation>
    </message>
    <message>
        <source>The template cannot be filled in: {reason}.</source>
        <translation>无法填充模板：{reason}。</translation>
    </message>
    <message>
        <source>The test question was deleted.</source>
        <translation>测试问题已删除。</translation>
    </message>
    <message>
        <source>The text announces {said}, and {counted} follow.</source>
        <translation>文中称有{said}项，实际列出{counted}项。</translation>
    </message>
    <message>
        <source>The text is too long: {count} characters.</source>
        <translation>文字过长：{count} 个字符。</translation>
    </message>
    <message>
        <source>The text of a large file was lost before it was stored.</source>
        <translation>大文件的文本在存储前丢失。</translation>
    </message>
    <message>
        <source>The text of the file cannot be saved: {reason}.</source>
        <translation>无法保存文件的文本：{reason}。</translation>
    </message>
    <message>
        <source>The text that it had before was not kept.</source>
        <translation>之前的文本没有保留。</translation>
    </message>
    <message>
        <source>The token cannot be stored: this system has no keychain, and the file for it cannot be written.</source>
        <translation>无法保存令牌：此系统没有钥匙串，用于保存的文件也无法写入。</translation>
    </message>
    <message>
        <source>The token of “{name}” cannot be deleted.</source>
        <translation>无法删除“{name}”的令牌。</translation>
    </message>
    <message>
        <source>The window can&apos;t be started: {reason}.</source>
        <translation>无法启动窗口：{reason}。</translation>
    </message>
    <message>
        <source>The words you showed are gone</source>
        <translation>您指出的文字已不存在</translation>
    </message>
    <message>
        <source>The {kind} for {owner} cannot be deleted.</source>
        <translation>无法删除 {owner} 的 {kind}。</translation>
    </message>
    <message>
        <source>The {n} files inside it are nested too deeply to be read.</source>
        <translation>其中 {n} 个文件嵌套过深，无法读取。</translation>
    </message>
    <message>
        <source>There are no dates to write.</source>
        <translation>没有可写入的日期。</translation>
    </message>
    <message>
        <source>There are no such files in what was asked.</source>
        <translation>所查询的范围内没有这样的文件。</translation>
    </message>
    <message>
        <source>There are no test questions yet.</source>
        <translation>暂无测试问题。</translation>
    </message>
    <message>
        <source>There are no words to show.</source>
        <translation>没有可指出的文字。</translation>
    </message>
    <message>
        <source>There are others: {names}. Give a folder to get a copy of each.</source>
        <translation>还有其他文件：{names}。指定文件夹可为每个文件生成副本。</translation>
    </message>
    <message>
        <source>There are two connections named “{name}”.</source>
        <translation>有两个名为“{name}”的连接。</translation>
    </message>
    <message>
        <source>There are {count} clients already.</source>
        <translation>已有 {count} 个程序。</translation>
    </message>
    <message>
        <source>There is a client “{name}” already.</source>
        <translation>已有名为“{name}”的程序。</translation>
    </message>
    <message>
        <source>There is already a file at {file}.</source>
        <translation>{file} 处已有文件。</translation>
    </message>
    <message>
        <source>There is already a library called “{name}”.</source>
        <translation>已有名为“{name}”的资料库。</translation>
    </message>
    <message>
        <source>There is no answer to this question.</source>
        <translation>此问题没有回答。</translation>
    </message>
    <message>
        <source>There is no client “{name}”.</source>
        <translation>没有名为“{name}”的程序。</translation>
    </message>
    <message>
        <source>There is no connection named “{name}”.</source>
        <translation>没有名为“{name}”的连接。</translation>
    </message>
    <message>
        <source>There is no conversation {conversation} about “{name}”.</source>
        <translation>没有关于“{name}”的对话 {conversation}。</translation>
    </message>
    <message>
        <source>There is no conversation “{name}”.</source>
        <translation>没有对话“{name}”。</translation>
    </message>
    <message>
        <source>There is no display for the window.</source>
        <translation>没有可显示窗口的屏幕。</translation>
    </message>
    <message>
        <source>There is no embedding model “{embed_model}”.</source>
        <translation>没有嵌入模型“{embed_model}”。</translation>
    </message>
    <message>
        <source>There is no file at {source}.</source>
        <translation>{source} 处没有文件。</translation>
    </message>
    <message>
        <source>There is no file or folder at {path}.</source>
        <translation>{path} 处没有文件或文件夹。</translation>
    </message>
    <message>
        <source>There is no file to check the text against.</source>
        <translation>没有可用来核查这份文字的文件。</translation>
    </message>
    <message>
        <source>There is no file {path}.</source>
        <translation>没有文件 {path}。</translation>
    </message>
    <message>
        <source>There is no known service named “{name}”.</source>
        <translation>没有名为“{name}”的已知服务。</translation>
    </message>
    <message>
        <source>There is no language model at {address}.</source>
        <translation>{address} 处没有语言模型。</translation>
    </message>
    <message>
        <source>There is no library at {path}.</source>
        <translation>{path} 处没有资料库。</translation>
    </message>
    <message>
        <source>There is no library called “{name}”.</source>
        <translation>没有名为“{name}”的资料库。</translation>
    </message>
    <message>
        <source>There is no model file {path}.</source>
        <translation>没有模型文件 {path}。</translation>
    </message>
    <message>
        <source>There is no model named “{name}” to download.</source>
        <translation>没有名为“{name}”的可下载模型。</translation>
    </message>
    <message>
        <source>There is no model “{model_name}” on this computer, and none is downloaded.</source>
        <translation>此计算机上没有模型“{model_name}”，也不会下载。</translation>
    </message>
    <message>
        <source>There is no retriever at {folder}.</source>
        <translation>{folder} 中没有检索器。</translation>
    </message>
    <message>
        <source>There is no server named {place}.</source>
        <translation>没有名为 {place} 的服务器。</translation>
    </message>
    <message>
        <source>There is no server whose models could be managed.</source>
        <translation>没有可管理模型的服务器。</translation>
    </message>
    <message>
        <source>There is no setting named {name}.</source>
        <translation>没有名为 {name} 的设置。</translation>
    </message>
    <message>
        <source>There is no source named “{wanted}”; “{name}” was asked.</source>
        <translation>没有名为“{wanted}”的来源；已向“{name}”提问。</translation>
    </message>
    <message>
        <source>There is no table “{name}”.</source>
        <translation>没有表格“{name}”。</translation>
    </message>
    <message>
        <source>There is no text at this place of “{file}”.</source>
        <translation>“{file}”的此处没有文字。</translation>
    </message>
    <message>
        <source>There is no text to check.</source>
        <translation>没有可核查的文字。</translation>
    </message>
    <message>
        <source>There is no {kind} for {owner}.</source>
        <translation>没有 {owner} 的 {kind}。</translation>
    </message>
    <message>
        <source>There is no “{reference}” in this text.</source>
        <translation>本文中没有“{reference}”。</translation>
    </message>
    <message>
        <source>There is not one contradiction with the key “{key}”.</source>
        <translation>没有唯一与键“{key}”对应的矛盾。</translation>
    </message>
    <message>
        <source>There is nothing here that rests on files.</source>
        <translation>这里没有以文件为依据的内容。</translation>
    </message>
    <message>
        <source>There is nothing here to prove.</source>
        <translation>此处没有可证明的内容。</translation>
    </message>
    <message>
        <source>There is nothing new to tell.</source>
        <translation>没有新的内容。</translation>
    </message>
    <message>
        <source>There is nothing to change in {path}.</source>
        <translation>{path} 中没有需要更改的内容。</translation>
    </message>
    <message>
        <source>There is nothing to delete.</source>
        <translation>没有可删除的内容。</translation>
    </message>
    <message>
        <source>There is nothing to look for.</source>
        <translation>没有要查找的内容。</translation>
    </message>
    <message>
        <source>These are quotations from your files instead.</source>
        <translation>以下改为文件中的引文。</translation>
    </message>
    <message>
        <source>These are: {names}.</source>
        <translation>分别是：{names}。</translation>
    </message>
    <message>
        <source>These chapters are damaged, and some of their text is missing: {names}.</source>
        <translation>以下章节已损坏，部分内容缺失：{names}。</translation>
    </message>
    <message>
        <source>These chapters are missing in the file: {names}.</source>
        <translation>文件中缺少以下章节：{names}。</translation>
    </message>
    <message>
        <source>These files do not say clearly what they come to or when: {names}.</source>
        <translation>以下文件未明确写出总额或日期：{names}。</translation>
    </message>
    <message>
        <source>These passages come closest, but no single sentence in them answers the question.</source>
        <translation>这些段落最为接近，但其中没有单独的句子回答该问题。</translation>
    </message>
    <message>
        <source>These passages of your files come closest.</source>
        <translation>文件中这些段落最为接近。</translation>
    </message>
    <message>
        <source>These state no day on which they end: {names}.</source>
        <translation>未写明结束日期的文件：{names}。</translation>
    </message>
    <message>
        <source>These were the model’s thoughts. The answer follows.</source>
        <translation>以上是模型的思考。答案如下。</translation>
    </message>
    <message>
        <source>These words could not be found on the page.</source>
        <translation>在页面上找不到这些文字。</translation>
    </message>
    <message>
        <source>These words stand in no passage of “{file}” in this library.</source>
        <translation>此资料库中“{file}”的任何段落都没有这些文字。</translation>
    </message>
    <message>
        <source>These words stand there in several places.</source>
        <translation>这些文字在那里出现多处。</translation>
    </message>
    <message>
        <source>These {count} dates will be written to {target}. Continue?</source>
        <translation>这 {count} 个日期将写入 {target}。是否继续？</translation>
    </message>
    <message>
        <source>They are in different currencies: {currencies}.</source>
        <translation>币种不同：{currencies}。</translation>
    </message>
    <message>
        <source>This comes from the list of files, not from their text.</source>
        <translation>此信息来自文件列表，而非文件正文。</translation>
    </message>
    <message>
        <source>This conversation was deleted.</source>
        <translation>此对话已删除。</translation>
    </message>
    <message>
        <source>This data folder was named when the program started, so it cannot be moved here.</source>
        <translation>此数据文件夹是在启动程序时指定的，因此无法在此移动。</translation>
    </message>
    <message>
        <source>This docstore has no storage of its own.</source>
        <translation>此文档存储没有自己的存储。</translation>
    </message>
    <message>
        <source>This evidence pack is not whole.</source>
        <translation>此证据包不完整。</translation>
    </message>
    <message>
        <source>This follows from the source: {computation}.</source>
        <translation>可由来源推算得出：{computation}。</translation>
    </message>
    <message>
        <source>This is the beginning. Open the source to read on.</source>
        <translation>这是开头部分。请打开来源继续阅读。</translation>
    </message>
    <message>
        <source>This is too much for an evidence pack.</source>
        <translation>内容过多，无法放入一个证据包。</translation>
    </message>
    <message>
        <source>This isn&apos;t a Zotero database.</source>
        <translation>这不是 Zotero 数据库。</translation>
    </message>
    <message>
        <source>This isn&apos;t a link to a place in a library.</source>
        <translation>这不是指向资料库中某处的链接。</translation>
    </message>
    <message>
        <source>This isn&apos;t a text file.</source>
        <translation>这不是文本文件。</translation>
    </message>
    <message>
        <source>This isn&apos;t a valid Outlook message.</source>
        <translation>这不是有效的 Outlook 邮件。</translation>
    </message>
    <message>
        <source>This isn&apos;t a valid mail message.</source>
        <translation>这不是有效的邮件。</translation>
    </message>
    <message>
        <source>This library already uses the search model “{shown}”.</source>
        <translation>此资料库已在使用检索模型“{shown}”。</translation>
    </message>
    <message>
        <source>This library has no files yet.</source>
        <translation>此资料库中还没有文件。</translation>
    </message>
    <message>
        <source>This library has no tables to query.</source>
        <translation>此资料库没有可查询的表格。</translation>
    </message>
    <message>
        <source>This library has no tables.</source>
        <translation>此资料库没有表格。</translation>
    </message>
    <message>
        <source>This library is searched with another model (“{model}”).</source>
        <translation>此资料库使用其他模型（“{model}”）检索。</translation>
    </message>
    <message>
        <source>This library uses the search model “{model}”, and no server for it is set up here.</source>
        <translation>此资料库使用检索模型“{model}”，但这里没有为其设置服务器。</translation>
    </message>
    <message>
        <source>This library was created with the search model “{model}”, which is no longer available.</source>
        <translation>此资料库使用检索模型“{model}”创建，该模型已不可用。</translation>
    </message>
    <message>
        <source>This model cannot see “{names}”, and no text was recognised there.</source>
        <translation>此模型无法查看“{names}”，也未在其中识别到文字。</translation>
    </message>
    <message>
        <source>This model cannot see “{names}”. Only the text recognised there was used.</source>
        <translation>此模型无法查看“{names}”。仅使用了从中识别出的文字。</translation>
    </message>
    <message>
        <source>This model has a layer after its tokens that the ONNX file lacks.</source>
        <translation>此模型在词元之后有一层，而 ONNX 文件中没有。</translation>
    </message>
    <message>
        <source>This model joins the vectors of its tokens in a way that is not known here.</source>
        <translation>此模型以未知方式合并其词元向量。</translation>
    </message>
    <message>
        <source>This model needs an API key.</source>
        <translation>此模型需要 API 密钥。</translation>
    </message>
    <message>
        <source>This name is too long for a file name.</source>
        <translation>此名称作为文件名过长。</translation>
    </message>
    <message>
        <source>This pack is not signed. It reveals damage and careless changes, but not who made it.</source>
        <translation>此证据包未签名。它能显示损坏和无意的更改，但不能表明由谁生成。</translation>
    </message>
    <message>
        <source>This server decides by itself which models are in memory.</source>
        <translation>此服务器自行决定哪些模型在内存中。</translation>
    </message>
    <message>
        <source>This source is not among the files.</source>
        <translation>这些文件中没有该来源。</translation>
    </message>
    <message>
        <source>This version of Zotero stores its data differently: {tables} can&apos;t be read.</source>
        <translation>此版本的 Zotero 以不同方式存储数据：无法读取 {tables}。</translation>
    </message>
    <message>
        <source>This version reads files better, so it reads the {files} files of this library once more, which takes about {minutes} min. Meanwhile you can search, ask and pause. That needs up to {size} MB of disk space.</source>
        <translation>此版本能更准确地读取文件，因此会将此资料库的 {files} 个文件重新读取一次，大约需要 {minutes} 分钟。其间您可以搜索、提问和暂停。这最多需要 {size} MB 磁盘空间。</translation>
    </message>
    <message>
        <source>This version reads files better, so it reads the {files} files of this library once more. Meanwhile you can search, ask and pause. That needs up to {size} MB of disk space.</source>
        <translation>此版本能更准确地读取文件，因此会将此资料库的 {files} 个文件重新读取一次。其间您可以搜索、提问和暂停。这最多需要 {size} MB 磁盘空间。</translation>
    </message>
    <message>
        <source>To check it with Desktop RAG: desktop-rag verify FILE</source>
        <translation>使用 Desktop RAG 验证：desktop-rag verify FILE</translation>
    </message>
    <message>
        <source>To check it without: python {script} FILE. The script comes with the program and its source code, and needs nothing but Python.</source>
        <translation>不使用 Desktop RAG 验证：python {script} FILE。该脚本随程序及其源代码提供，只需要 Python。</translation>
    </message>
    <message>
        <source>To keep them from now on: {command}</source>
        <translation>从现在起保留：{command}</translation>
    </message>
    <message>
        <source>To look in all {count} documents: {command}</source>
        <translation>在全部 {count} 份文档中查找：{command}</translation>
    </message>
    <message>
        <source>To start a new one, leave out --conversation.</source>
        <translation>若要新建，请去掉 --conversation。</translation>
    </message>
    <message>
        <source>Together: {amount}, from {count} files. Each amount is quoted below.</source>
        <translation>合计：{amount}，来自 {count} 个文件。每笔金额的引文见下方。</translation>
    </message>
    <message>
        <source>Together: {amount}, from {count} rows of “{file}”. Each row is quoted below.</source>
        <translation>合计：{amount}，来自“{file}”的 {count} 行。每行的引文见下方。</translation>
    </message>
    <message>
        <source>Token budget exceeded: {used} tokens were used, {budget} are allowed.</source>
        <translation>超出令牌预算：已使用 {used} 个令牌，允许 {budget} 个。</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>打开的文件过多</translation>
    </message>
    <message>
        <source>Took over the settings of {file}.</source>
        <translation>已采用 {file} 的设置。</translation>
    </message>
    <message>
        <source>Try a larger model.</source>
        <translation>请尝试更大的模型。</translation>
    </message>
    <message>
        <source>Try again in a minute. If a drive does not answer, disconnect it first.</source>
        <translation>请一分钟后重试。如果某个驱动器没有响应，请先断开它。</translation>
    </message>
    <message>
        <source>Try again in a moment, or restart the server.</source>
        <translation>请稍后重试，或重启服务器。</translation>
    </message>
    <message>
        <source>Try again in a moment. If the problem persists, restart the server.</source>
        <translation>请稍后重试。如问题依旧，请重新启动服务器。</translation>
    </message>
    <message>
        <source>Try again later, or choose another model.</source>
        <translation>请稍后重试，或选择其他模型。</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation>请稍后重试。</translation>
    </message>
    <message>
        <source>Try again what you did last. The program&apos;s log has the details.</source>
        <translation>请重试您上次的操作。详情见程序日志。</translation>
    </message>
    <message>
        <source>Try again, choose a smaller model, or raise “Time limit” in the settings.</source>
        <translation>请重试、选择更小的模型，或在“设置”中提高“时间限制”。</translation>
    </message>
    <message>
        <source>Try again, or choose a larger model in the settings.</source>
        <translation>请重试，或在“设置”中选择更大的模型。</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>请重试。</translation>
    </message>
    <message>
        <source>Turn off “Work offline” in the menu, or run “desktop-rag network online” and leave out --offline.</source>
        <translation>请在菜单中关闭“离线工作”，或运行“desktop-rag network online”并去掉 --offline。</translation>
    </message>
    <message>
        <source>Two columns have the same name.</source>
        <translation>有两列名称相同。</translation>
    </message>
    <message>
        <source>Two questions in {path} have the same “id”.</source>
        <translation>{path} 中有两个问题的“id”相同。</translation>
    </message>
    <message>
        <source>Type a word, a name, a number or a date.</source>
        <translation>请输入词语、名称、数字或日期。</translation>
    </message>
    <message>
        <source>Type it again: one of its characters is incomplete.</source>
        <translation>请重新输入：其中一个字符不完整。</translation>
    </message>
    <message>
        <source>Type its value again under “HTTP headers” in the settings.</source>
        <translation>请在“设置”的“HTTP 标头”中重新输入其值。</translation>
    </message>
    <message>
        <source>Type what the passages are to be about.</source>
        <translation>请输入段落应谈及的内容。</translation>
    </message>
    <message>
        <source>Underlined words have no support in the documents.</source>
        <translation>带下划线的词语在文档中没有依据。</translation>
    </message>
    <message>
        <source>Unlock the keychain and try again.</source>
        <translation>请解锁密钥链后重试。</translation>
    </message>
    <message>
        <source>Unpack it and add the folder.</source>
        <translation>请解压后添加文件夹。</translation>
    </message>
    <message>
        <source>Unpack it with 7-Zip and add the folder.</source>
        <translation>请用 7-Zip 解压后添加文件夹。</translation>
    </message>
    <message>
        <source>Update it, or remove it in Settings.</source>
        <translation>请更新，或在“设置”中移除。</translation>
    </message>
    <message>
        <source>Update the plug-in, or remove it in Settings.</source>
        <translation>请更新插件，或在“设置”中移除。</translation>
    </message>
    <message>
        <source>Update the program to open it.</source>
        <translation>请更新程序后再打开。</translation>
    </message>
    <message>
        <source>Use fewer passages per answer, start a new conversation, or choose a model with a larger context window.</source>
        <translation>请减少每个回答的段落数、新建对话，或选择上下文窗口更大的模型。</translation>
    </message>
    <message>
        <source>Use one of: {names}.</source>
        <translation>请使用其一：{names}。</translation>
    </message>
    <message>
        <source>Use one of: {names}; and, or.</source>
        <translation>请使用其一：{names}；and、or。</translation>
    </message>
    <message>
        <source>Use the mode “default”, or as_retriever(mode=&quot;hybrid&quot;) to search by words as well.</source>
        <translation>请使用模式“default”，或用 as_retriever(mode=&quot;hybrid&quot;) 同时按词语搜索。</translation>
    </message>
    <message>
        <source>Use what to_dict of a reader returned.</source>
        <translation>请使用读取器的 to_dict 返回的内容。</translation>
    </message>
    <message>
        <source>Use “desktop-rag open --print” to read the place here.</source>
        <translation>使用“desktop-rag open --print”可在此处阅读该位置。</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Values by {model}, {tokens} tokens.</source>
        <translation>由 {model} 给出，共 {tokens} 个 token。</translation>
    </message>
    <message>
        <source>Values by {model}.</source>
        <translation>值由 {model} 给出。</translation>
    </message>
    <message>
        <source>Visio drawings and Publisher documents are not read.</source>
        <translation>不读取 Visio 绘图和 Publisher 文档。</translation>
    </message>
    <message>
        <source>Wait a moment and try again.</source>
        <translation>请稍候再试。</translation>
    </message>
    <message>
        <source>Wait until nothing is read or asked in it, close other programs that use it, and try again.</source>
        <translation>请等到其中没有读取或提问，关闭使用它的其他程序，然后重试。</translation>
    </message>
    <message>
        <source>Wait until that is done.</source>
        <translation>请等待其完成。</translation>
    </message>
    <message>
        <source>Wait {days} days and try again.</source>
        <translation>请等待 {days} 天后重试。</translation>
    </message>
    <message>
        <source>Wait {hours} hours and try again.</source>
        <translation>请等待 {hours} 小时后重试。</translation>
    </message>
    <message>
        <source>Wait {minutes} minutes and try again.</source>
        <translation>请等待 {minutes} 分钟后重试。</translation>
    </message>
    <message>
        <source>Wait {seconds} seconds and try again.</source>
        <translation>请等待 {seconds} 秒后重试。</translation>
    </message>
    <message>
        <source>Watching the folders of {libraries}. Press Ctrl+C to stop.</source>
        <translation>正在监视 {libraries} 的文件夹。按 Ctrl+C 停止。</translation>
    </message>
    <message>
        <source>What a PDF shows cannot be compared with its proof. Go by the sentences listed here.</source>
        <translation>无法将 PDF 显示的内容与其证明比较。请以此处列出的句子为准。</translation>
    </message>
    <message>
        <source>What changed meanwhile is found. The program&apos;s log has the details.</source>
        <translation>期间的更改会被发现。详情见程序日志。</translation>
    </message>
    <message>
        <source>What could not be checked</source>
        <translation>无法核查的内容</translation>
    </message>
    <message>
        <source>What does “{file}” say about …?</source>
        <translation>“{file}”中关于……是怎么说的？</translation>
    </message>
    <message>
        <source>What happened before {day} is not known.</source>
        <translation>{day} 之前的情况不明。</translation>
    </message>
    <message>
        <source>What is stored as the signing key is not a key.</source>
        <translation>作为签名密钥存储的内容不是密钥。</translation>
    </message>
    <message>
        <source>What was downloaded is not the file of {title} that was checked, so it was deleted.</source>
        <translation>下载的内容不是经核对的 {title} 文件，因此已删除。</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Where are my files stored?</source>
        <translation>我的文件存储在哪里？</translation>
    </message>
    <message>
        <source>Where does the fox jump?</source>
        <translation>狐狸跳到哪里？</translation>
    </message>
    <message>
        <source>Whoever made this PDF does not allow comments in it.</source>
        <translation>此 PDF 的作者不允许在其中添加批注。</translation>
    </message>
    <message>
        <source>Windows help files are not read.</source>
        <translation>不读取 Windows 帮助文件。</translation>
    </message>
    <message>
        <source>Without a date of their own, or with two readings:</source>
        <translation>没有确定日期，或有两种读法：</translation>
    </message>
    <message>
        <source>Without a date: {names}.</source>
        <translation>无日期：{names}。</translation>
    </message>
    <message>
        <source>Without a day of their own, as they depend on something: {count}.</source>
        <translation>取决于其他事项、没有具体日期的：{count} 个。</translation>
    </message>
    <message>
        <source>Without a language model a table is asked in SQL.</source>
        <translation>没有语言模型时，需要用 SQL 查询表。</translation>
    </message>
    <message>
        <source>Without a model: about {minutes} min.</source>
        <translation>不使用模型：约 {minutes} 分钟。</translation>
    </message>
    <message>
        <source>Without a model: every value is quoted from the sentence that answers best.</source>
        <translation>未使用模型：每个值都引自最能回答问题的句子。</translation>
    </message>
    <message>
        <source>Without: {names}.</source>
        <translation>没有的文件：{names}。</translation>
    </message>
    <message>
        <source>WordPerfect and Works documents are not read.</source>
        <translation>不读取 WordPerfect 和 Works 文档。</translation>
    </message>
    <message>
        <source>Words can&apos;t be excluded when every mention is counted.</source>
        <translation>统计全部提及时不能排除词语。</translation>
    </message>
    <message>
        <source>Words spelt alike</source>
        <translation>写法相近的词</translation>
    </message>
    <message>
        <source>Words: complete.</source>
        <translation>词语：完整。</translation>
    </message>
    <message>
        <source>Words: complete. Case and accents don&apos;t count, nor do hyphens, words cut at the end of a line, and what groups the figures of numbers.</source>
        <translation>词语：完整。不区分大小写、重音、连字符、行末断词和数字分组方式。</translation>
    </message>
    <message>
        <source>Words: complete. Only as written: case, accents, hyphens, forms of numbers and dates.</source>
        <translation>词语：完整。仅限原样书写：大小写、重音、连字符、数字和日期的形式均须一致。</translation>
    </message>
    <message>
        <source>Workbooks of Excel 4 and older are not read.</source>
        <translation>不读取 Excel 4 及更早版本的工作簿。</translation>
    </message>
    <message>
        <source>Working offline: only programs on this computer are contacted.</source>
        <translation>离线工作：仅联系此计算机上的程序。</translation>
    </message>
    <message>
        <source>Worse than before by more than half a point: {names}.</source>
        <translation>比之前差超过半分：{names}。</translation>
    </message>
    <message>
        <source>Write KEY=VALUE with one of: {known}.</source>
        <translation>请写成 KEY=VALUE，可用：{known}。</translation>
    </message>
    <message>
        <source>Write each as Name: value, on a line of its own.</source>
        <translation>请按“名称: 值”书写，每行一个。</translation>
    </message>
    <message>
        <source>Write each line as {&quot;id&quot;: 1, &quot;query&quot;: &quot;notice period&quot;}.</source>
        <translation>每行请写成 {&quot;id&quot;: 1, &quot;query&quot;: &quot;notice period&quot;}。</translation>
    </message>
    <message>
        <source>Write it in quotation marks.</source>
        <translation>请加上引号。</translation>
    </message>
    <message>
        <source>Write it like file_name=report.pdf, page_number&lt;=10, author~smith or year in 2023,2024.</source>
        <translation>请写成 file_name=report.pdf、page_number&lt;=10、author~smith 或 year in 2023,2024。</translation>
    </message>
    <message>
        <source>Write its settings as name=value: {names}.</source>
        <translation>请按 name=value 书写其设置：{names}。</translation>
    </message>
    <message>
        <source>Write local:FOLDER with the folder of a model, or make one, as in OpenAIEmbedding(&apos;text-embedding-3-small&apos;).</source>
        <translation>请写 local:文件夹（模型所在的文件夹），或像 OpenAIEmbedding(&apos;text-embedding-3-small&apos;) 那样创建一个。</translation>
    </message>
    <message>
        <source>Write name=value.</source>
        <translation>请写成 name=value。</translation>
    </message>
    <message>
        <source>Write one of {kinds}, a slash and its name.</source>
        <translation>请写 {kinds} 之一、斜杠及其名称。</translation>
    </message>
    <message>
        <source>Write one there first with persist, or choose another folder.</source>
        <translation>请先用 persist 在那里写入一个，或选择其他文件夹。</translation>
    </message>
    <message>
        <source>Write one with --save.</source>
        <translation>请用 --save 生成。</translation>
    </message>
    <message>
        <source>Write the address as http://{place}.</source>
        <translation>请将地址写为 http://{place}。</translation>
    </message>
    <message>
        <source>Write the address as https://{place}.</source>
        <translation>请将地址写为 https://{place}。</translation>
    </message>
    <message>
        <source>Write the path of a file on each line.</source>
        <translation>请在每行写一个文件的路径。</translation>
    </message>
    <message>
        <source>Write this to {path}?</source>
        <translation>将这些内容写入 {path}？</translation>
    </message>
    <message>
        <source>Write {name} {setting}=….</source>
        <translation>请写为 {name} {setting}=…。</translation>
    </message>
    <message>
        <source>Written: {spellings}</source>
        <translation>写法：{spellings}</translation>
    </message>
    <message>
        <source>Wrote the settings to {file}, without keys and passwords.</source>
        <translation>已将设置写入 {file}，不含密钥和密码。</translation>
    </message>
    <message>
        <source>Wrote {files} to {target}.</source>
        <translation>已将 {files} 写入 {target}。</translation>
    </message>
    <message>
        <source>Wrote {target}.</source>
        <translation>已写入 {target}。</translation>
    </message>
    <message>
        <source>You can already search “{name}” by {kind}: {passages}.</source>
        <translation>“{name}”已可用 {kind} 搜索：{passages}。</translation>
    </message>
    <message>
        <source>You can now search “{name}” by {kind}: {passages}.</source>
        <translation>“{name}”现在可用 {kind} 搜索：{passages}。</translation>
    </message>
    <message>
        <source>Your files don&apos;t seem to answer this question.</source>
        <translation>文件似乎无法回答此问题。</translation>
    </message>
    <message>
        <source>Your files don&apos;t seem to answer this question. These passages come closest.</source>
        <translation>文件似乎无法回答此问题。以下段落最为接近。</translation>
    </message>
    <message>
        <source>Your files support less than half of this answer. Check it before you rely on it.</source>
        <translation>文件仅支持此回答的不到一半。采用之前请先核实。</translation>
    </message>
    <message>
        <source>Your rules leave it out.</source>
        <translation>您的规则将其排除。</translation>
    </message>
    <message>
        <source>Your settings are kept: the program that is running still had them.</source>
        <translation>您的设置已保留：正在运行的程序仍保存着它们。</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
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
        <translation>会话</translation>
    </message>
    <message>
        <source>conversations file</source>
        <translation>对话文件</translation>
    </message>
    <message>
        <source>could not be looked at</source>
        <translation>无法查看</translation>
    </message>
    <message>
        <source>could not be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>disagrees</source>
        <translation>前后不一致</translation>
    </message>
    <message>
        <source>dismissed</source>
        <translation>已忽略</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>figure</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>file changed, still says so</source>
        <translation>文件已更改，说法不变</translation>
    </message>
    <message>
        <source>file gone</source>
        <translation>文件不存在</translation>
    </message>
    <message>
        <source>found</source>
        <translation>已找到</translation>
    </message>
    <message>
        <source>found by the model</source>
        <translation>由模型找到</translation>
    </message>
    <message>
        <source>is read again</source>
        <translation>正在重新读取</translation>
    </message>
    <message>
        <source>is still being read</source>
        <translation>仍在读取</translation>
    </message>
    <message>
        <source>it is no text in UTF-8</source>
        <translation>它不是 UTF-8 文本</translation>
    </message>
    <message>
        <source>library</source>
        <translation>资料库</translation>
    </message>
    <message>
        <source>locked</source>
        <translation>已锁定</translation>
    </message>
    <message>
        <source>macOS opens links only with an application in the Applications folder.</source>
        <translation>macOS 只用“应用程序”文件夹中的应用打开链接。</translation>
    </message>
    <message>
        <source>n.d.</source>
        <translation>无日期</translation>
    </message>
    <message>
        <source>negation</source>
        <translation>否定</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>no longer supported</source>
        <translation>不再有依据</translation>
    </message>
    <message>
        <source>not asked</source>
        <translation>未询问</translation>
    </message>
    <message>
        <source>not filled yet</source>
        <translation>尚未填写</translation>
    </message>
    <message>
        <source>not readable</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>未说明</translation>
    </message>
    <message>
        <source>p. {page}</source>
        <translation>第 {page} 页</translation>
    </message>
    <message>
        <source>page</source>
        <translation>页</translation>
    </message>
    <message>
        <source>page {label}</source>
        <translation>第 {label} 页</translation>
    </message>
    <message>
        <source>party</source>
        <translation>当事人</translation>
    </message>
    <message>
        <source>passage gone</source>
        <translation>段落已消失</translation>
    </message>
    <message>
        <source>quotation</source>
        <translation>引文</translation>
    </message>
    <message>
        <source>read</source>
        <translation>已读取</translation>
    </message>
    <message>
        <source>read in part</source>
        <translation>已部分读取</translation>
    </message>
    <message>
        <source>rests on no file</source>
        <translation>不依据任何文件</translation>
    </message>
    <message>
        <source>same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>says it is newer</source>
        <translation>注明为较新</translation>
    </message>
    <message>
        <source>section “{heading}”</source>
        <translation>“{heading}”一节</translation>
    </message>
    <message>
        <source>set by hand</source>
        <translation>手动设置</translation>
    </message>
    <message>
        <source>sheet {label}</source>
        <translation>工作表 {label}</translation>
    </message>
    <message>
        <source>slide {label}</source>
        <translation>第 {label} 张幻灯片</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>with another version of a question</source>
        <translation>含某个问题的另一版本</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>{before} and {after} compared</source>
        <translation>{before} 与 {after} 的比较</translation>
    </message>
    <message>
        <source>{checkable} of {sentences} sentences can be checked; {contradicted} contradicted, {partly} partly supported, {nothing} with nothing found, {supported} supported.</source>
        <translation>{sentences} 句中有 {checkable} 句可以核查：{contradicted} 句与原文矛盾，{partly} 句部分有依据，{nothing} 句未找到依据，{supported} 句有依据。</translation>
    </message>
    <message>
        <source>{column}: not filled in {count} of {all} documents: {names}</source>
        <translation>{column}：{all} 个文档中有 {count} 个未填写：{names}</translation>
    </message>
    <message>
        <source>{column}: not stated in {count} of {all} documents: {names}</source>
        <translation>{column}：{all} 个文档中有 {count} 个未说明：{names}</translation>
    </message>
    <message>
        <source>{column}: without a value {count} ({state}).</source>
        <translation>{column}：无值 {count} 个（{state}）。</translation>
    </message>
    <message>
        <source>{column}: {agreed} of {filled} agree with you ({low} to {high}).</source>
        <translation>{column}：{filled} 个中有 {agreed} 个与您的值一致（{low} 至 {high}）。</translation>
    </message>
    <message>
        <source>{column}: {agreed} of {filled} agree with you. Five tell a rate.</source>
        <translation>{column}：{filled} 个中有 {agreed} 个与您的值一致。满五个才给出比率。</translation>
    </message>
    <message>
        <source>{compared} of {files} documents compared.</source>
        <translation>已比较 {files} 个文档中的 {compared} 个。</translation>
    </message>
    <message>
        <source>{count} are still being read.</source>
        <translation>{count} 个仍在读取。</translation>
    </message>
    <message>
        <source>{count} contradictions; {newer} newer, {dismissed} dismissed.</source>
        <translation>{count} 处矛盾；{newer} 处较新，{dismissed} 处已忽略。</translation>
    </message>
    <message>
        <source>{count} could not be read.</source>
        <translation>{count} 个无法读取。</translation>
    </message>
    <message>
        <source>{count} dates were written to {target}.</source>
        <translation>已将 {count} 个日期写入 {target}。</translation>
    </message>
    <message>
        <source>{count} earlier messages did not fit into the model&apos;s window.</source>
        <translation>{count} 条较早的消息放不进模型的上下文窗口。</translation>
    </message>
    <message>
        <source>{count} earlier states of files, {size} MB</source>
        <translation>{count} 个文件早期状态，{size} MB</translation>
    </message>
    <message>
        <source>{count} mentions in {files} of {total} files.</source>
        <translation>{total} 个文件中的 {files} 个共有 {count} 处提及。</translation>
    </message>
    <message>
        <source>{count} of {read} files are bills or receipts, by their name or title.</source>
        <translation>按名称或标题，{read} 个文件中有 {count} 个是发票或收据。</translation>
    </message>
    <message>
        <source>{count} of {read} files count as “{noun}”, by their name or title.</source>
        <translation>按名称或标题，{read} 个文件中有 {count} 个算作“{noun}”。</translation>
    </message>
    <message>
        <source>{count} passages are found by words only, because the model cannot read them ({names}).</source>
        <translation>{count} 个段落只能按词语找到，因为模型无法读取它们（{names}）。</translation>
    </message>
    <message>
        <source>{count} passages did not fit into the model&apos;s window.</source>
        <translation>{count} 个段落放不进模型的上下文窗口。</translation>
    </message>
    <message>
        <source>{count} private values were kept from the model&apos;s server.</source>
        <translation>有 {count} 个隐私值未发送给模型的服务器。</translation>
    </message>
    <message>
        <source>{count} sentences in {files} of {total} files.</source>
        <translation>{total} 个文件中的 {files} 个，共 {count} 个句子。</translation>
    </message>
    <message>
        <source>{documents} documents, {cells} cells to fill, {known} known.</source>
        <translation>{documents} 个文档，{cells} 个单元格待填写，{known} 个已知。</translation>
    </message>
    <message>
        <source>{documents} documents, {parts} parts to read; {known} are known already.</source>
        <translation>{documents} 个文档，{parts} 个部分待读；{known} 个已知。</translation>
    </message>
    <message>
        <source>{files} ({size} MB), {skipped} left out.</source>
        <translation>{files}（{size} MB），排除 {skipped} 个。</translation>
    </message>
    <message>
        <source>{count} files say something about this, and the question fits each of them. Name one to get its answer.</source>
        <translation>有 {count} 个文件提到这一点，问题对每个文件都适用。请指明其中一个以获得它的答案。</translation>
    </message>
    <message>
        <source>{count} of {files} files are found by their words only so far, not by meaning.</source>
        <translation>{files} 个文件中有 {count} 个目前只能按词语查找，还不能按语义查找。</translation>
    </message>
    <message>
        <source>{count} of {files} files are not read yet.</source>
        <translation>{files} 个文件中有 {count} 个尚未读取。</translation>
    </message>
    <message>
        <source>{count} of {files} files could not be read.</source>
        <translation>{files} 个文件中有 {count} 个无法读取。</translation>
    </message>
    <message>
        <source>{count} of {files} files have changed and are not read again yet.</source>
        <translation>{files} 个文件中有 {count} 个已更改，尚未重新读取。</translation>
    </message>
    <message>
        <source>{count} sentences were left out because no passage supports them.</source>
        <translation>有 {count} 个句子因无段落支持而省略。</translation>
    </message>
    <message>
        <source>{path} cannot be created: {reason}.</source>
        <translation>无法创建 {path}：{reason}。</translation>
    </message>
    <message>
        <source>{folder} cannot be written.</source>
        <translation>无法写入 {folder}。</translation>
    </message>
    <message>
        <source>{path} cannot be written: {reason}.</source>
        <translation>无法写入 {path}：{reason}。</translation>
    </message>
    <message>
        <source>{files} ({states}), {passages}.</source>
        <translation>{files}（{states}），{passages}。</translation>
    </message>
    <message>
        <source>{file} cannot be opened: it is not a file.</source>
        <translation>无法打开 {file}：它不是文件。</translation>
    </message>
    <message>
        <source>{path} cannot be read: {reason}.</source>
        <translation>无法读取 {path}：{reason}。</translation>
    </message>
    <message>
        <source>{file} cannot be replaced: {reason}.</source>
        <translation>无法替换 {file}：{reason}。</translation>
    </message>
    <message>
        <source>{file} does not hold settings.</source>
        <translation>{file} 不含设置。</translation>
    </message>
    <message>
        <source>{file} exists already.</source>
        <translation>{file} 已存在。</translation>
    </message>
    <message>
        <source>{file} holds values that cannot be read.</source>
        <translation>{file} 包含无法读取的值。</translation>
    </message>
    <message>
        <source>{file} holds what this program does not put into a library.</source>
        <translation>{file} 包含本程序不会写入资料库的内容。</translation>
    </message>
    <message>
        <source>{file} is damaged or not a library.</source>
        <translation>{file} 已损坏或不是资料库。</translation>
    </message>
    <message>
        <source>{file} takes too long to look at, or too much memory.</source>
        <translation>查看 {file} 耗时过长或占用内存过多。</translation>
    </message>
    <message>
        <source>{folder} can&apos;t be reached. Its files stay searchable.</source>
        <translation>无法访问 {folder}。其中的文件仍可搜索。</translation>
    </message>
    <message>
        <source>{folder} holds no complete data of this program.</source>
        <translation>{folder} 中没有本程序的完整数据。</translation>
    </message>
    <message>
        <source>{host} does not send the file (code {status_code}).</source>
        <translation>{host} 未发送文件（代码 {status_code}）。</translation>
    </message>
    <message>
        <source>{count} conversations are called “{name}”.</source>
        <translation>有 {count} 个对话名为“{name}”。</translation>
    </message>
    <message>
        <source>A Word document holds a table of at most {rows} documents and {columns} columns.</source>
        <translation>Word 文档中的表格最多容纳 {rows} 个文档和 {columns} 列。</translation>
    </message>
    <message>
        <source>{model} can be reached, but it only thinks and gives no answer.</source>
        <translation>可连接 {model}，但它只思考而不回答。</translation>
    </message>
    <message>
        <source>{model} can be reached, but it says nothing.</source>
        <translation>可连接 {model}，但它没有输出。</translation>
    </message>
    <message>
        <source>{name} cannot be opened for writing.</source>
        <translation>无法以写入方式打开 {name}。</translation>
    </message>
    <message>
        <source>{name} cannot search in the mode “{mode}”.</source>
        <translation>{name} 无法以模式“{mode}”搜索。</translation>
    </message>
    <message>
        <source>{name} could not be read or written.</source>
        <translation>无法读取或写入 {name}。</translation>
    </message>
    <message>
        <source>{name} does not write answers.</source>
        <translation>{name} 不能撰写回答。</translation>
    </message>
    <message>
        <source>{name} is damaged or not a {kind}.</source>
        <translation>{name} 已损坏或类型不符（{kind}）。</translation>
    </message>
    <message>
        <source>{name} is in memory.</source>
        <translation>{name} 已在内存中。</translation>
    </message>
    <message>
        <source>{name} is in use by another program.</source>
        <translation>{name} 正被其他程序使用。</translation>
    </message>
    <message>
        <source>{name} is no longer in memory.</source>
        <translation>{name} 已不在内存中。</translation>
    </message>
    <message>
        <source>{name} is no picture.</source>
        <translation>{name} 不是图片。</translation>
    </message>
    <message>
        <source>{name} is not a model file.</source>
        <translation>{name} 不是模型文件。</translation>
    </message>
    <message>
        <source>{name} was moved or deleted.</source>
        <translation>{name} 已被移动或删除。</translation>
    </message>
    <message>
        <source>{name}: The file cannot be read: {reason}.</source>
        <translation>{name}：无法读取文件：{reason}。</translation>
    </message>
    <message>
        <source>{name}: only the first {rows} rows are used.</source>
        <translation>{name}：仅使用前 {rows} 行。</translation>
    </message>
    <message>
        <source>{n} file in it is damaged.</source>
        <translation>其中 {n} 个文件已损坏。</translation>
    </message>
    <message>
        <source>{n} file in it is larger than {mb} MB.</source>
        <translation>其中 {n} 个文件大于 {mb} MB。</translation>
    </message>
    <message>
        <source>{n} file in it is packed in a format this program does not know.</source>
        <translation>其中 {n} 个文件的压缩格式未知。</translation>
    </message>
    <message>
        <source>{n} file in it is protected by a password.</source>
        <translation>其中 {n} 个文件受密码保护。</translation>
    </message>
    <message>
        <source>{n} file in it was left out because there are too many.</source>
        <translation>因数量过多，其中 {n} 个文件已排除。</translation>
    </message>
    <message>
        <source>{n} files in it are damaged.</source>
        <translation>其中 {n} 个文件已损坏。</translation>
    </message>
    <message>
        <source>{n} files in it are larger than {mb} MB.</source>
        <translation>其中 {n} 个文件大于 {mb} MB。</translation>
    </message>
    <message>
        <source>{n} files in it are packed in a format this program does not know.</source>
        <translation>其中 {n} 个文件的压缩格式未知。</translation>
    </message>
    <message>
        <source>{n} files in it are protected by a password.</source>
        <translation>其中 {n} 个文件受密码保护。</translation>
    </message>
    <message>
        <source>{n} files in it were left out because there are too many.</source>
        <translation>因数量过多，其中 {n} 个文件已排除。</translation>
    </message>
    <message>
        <source>{path} cannot be read as text.</source>
        <translation>无法将 {path} 作为文本读取。</translation>
    </message>
    <message>
        <source>{path} contains no questions.</source>
        <translation>{path} 不含问题。</translation>
    </message>
    <message>
        <source>{path} could not be removed.</source>
        <translation>无法删除 {path}。</translation>
    </message>
    <message>
        <source>{path} does not contain a JSON schema.</source>
        <translation>{path} 不含 JSON 架构。</translation>
    </message>
    <message>
        <source>{path} holds no model in the ONNX format with a tokenizer.json.</source>
        <translation>{path} 中没有带 tokenizer.json 的 ONNX 格式模型。</translation>
    </message>
    <message>
        <source>{path} is empty: what it held is lost.</source>
        <translation>{path} 为空：其内容已丢失。</translation>
    </message>
    <message>
        <source>{path} is not JSON: {error}.</source>
        <translation>{path} 不是 JSON：{error}。</translation>
    </message>
    <message>
        <source>{path} is not a file of saved scores.</source>
        <translation>{path} 不是已保存得分的文件。</translation>
    </message>
    <message>
        <source>{path} is not a {kind} of this program.</source>
        <translation>{path} 不是本程序的文件（{kind}）。</translation>
    </message>
    <message>
        <source>{path} is not in the library “{name}”.</source>
        <translation>{path} 不在资料库“{name}”中。</translation>
    </message>
    <message>
        <source>{path} is open in another program.</source>
        <translation>{path} 正被其他程序打开。</translation>
    </message>
    <message>
        <source>{path} was made by a newer version of {program}.</source>
        <translation>{path} 由较新版本的 {program} 创建。</translation>
    </message>
    <message>
        <source>{place} cannot be made: {reason}.</source>
        <translation>无法创建 {place}：{reason}。</translation>
    </message>
    <message>
        <source>{place} cannot be reached.</source>
        <translation>无法访问 {place}。</translation>
    </message>
    <message>
        <source>{place} did not answer in time.</source>
        <translation>{place} 未及时响应。</translation>
    </message>
    <message>
        <source>{place} sent an unreadable reply ({name}).</source>
        <translation>{place} 发送了无法读取的回复（{name}）。</translation>
    </message>
    <message>
        <source>{place} sent an unreadable reply.</source>
        <translation>{place} 发送了无法读取的回复。</translation>
    </message>
    <message>
        <source>{place} sent far more than it was asked for, so it was cut off.</source>
        <translation>{place} 发送的数据远超所请求的内容，因此已中断接收。</translation>
    </message>
    <message>
        <source>{server} has a problem.</source>
        <translation>{server} 出现问题。</translation>
    </message>
    <message>
        <source>{server} is getting too many requests right now.</source>
        <translation>{server} 当前请求过多。</translation>
    </message>
    <message>
        <source>{server} rejected the request (code {status}).</source>
        <translation>{server} 拒绝了请求（代码 {status}）。</translation>
    </message>
    <message>
        <source>{shown_name}: It is not used because there are too many other tables.</source>
        <translation>{shown_name}：因其他表格过多而未使用。</translation>
    </message>
    <message>
        <source>{source} is in use by another window or command.</source>
        <translation>另一个窗口或命令正在使用 {source}。</translation>
    </message>
    <message>
        <source>{source} is not a library of this program.</source>
        <translation>{source} 不是本程序的资料库。</translation>
    </message>
    <message>
        <source>{source} leaves it out.</source>
        <translation>{source} 将其排除。</translation>
    </message>
    <message>
        <source>{target} and the present data folder lie inside each other.</source>
        <translation>{target} 与当前数据文件夹互相包含。</translation>
    </message>
    <message>
        <source>{target} cannot be deleted: {reason}.</source>
        <translation>无法删除 {target}：{reason}。</translation>
    </message>
    <message>
        <source>{target} is not an empty folder.</source>
        <translation>{target} 不是空文件夹。</translation>
    </message>
    <message>
        <source>{title} is being downloaded by another program.</source>
        <translation>另一个程序正在下载 {title}。</translation>
    </message>
    <message>
        <source>{title} was not downloaded by Desktop RAG.</source>
        <translation>{title} 不是由 Desktop RAG 下载的。</translation>
    </message>
    <message>
        <source>{url} was answered with the status {status}.</source>
        <translation>{url} 返回的状态为 {status}。</translation>
    </message>
    <message>
        <source>{user} needs the package “{package}”, which is not installed.</source>
        <translation>{user} 需要软件包“{package}”，但它没有安装。</translation>
    </message>
    <message>
        <source>{what} needs a language model.</source>
        <translation>{what} 需要语言模型。</translation>
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
        <translation>“desktop-rag question list NAME”会列出它们。</translation>
    </message>
    <message>
        <source>“embedding_recency” needs search by meaning.</source>
        <translation>“embedding_recency”需要语义检索。</translation>
    </message>
    <message>
        <source>“rerank” needs the address of a reranker.</source>
        <translation>“rerank”需要重排器的地址。</translation>
    </message>
    <message>
        <source>“{file}” has no such place. Its number of pages: {pages}.</source>
        <translation>“{file}”没有这样的位置。页数：{pages}。</translation>
    </message>
    <message>
        <source>“{file}” says this, but it is about “{meant}”.</source>
        <translation>这是“{file}”中的内容，但这里说的是“{meant}”。</translation>
    </message>
    <message>
        <source>“{file}”: {reason}</source>
        <translation>“{file}”：{reason}</translation>
    </message>
    <message>
        <source>“{key}” doesn&apos;t name a plug-in.</source>
        <translation>“{key}”未指明插件。</translation>
    </message>
    <message>
        <source>“{key}” fails: {said}.</source>
        <translation>“{key}”失败：{said}。</translation>
    </message>
    <message>
        <source>“{label}” cannot be {value}.</source>
        <translation>“{label}”不能为 {value}。</translation>
    </message>
    <message>
        <source>“{line}” is not a condition.</source>
        <translation>“{line}”不是条件。</translation>
    </message>
    <message>
        <source>“{line}” says nothing to compare with.</source>
        <translation>“{line}”没有可比较的值。</translation>
    </message>
    <message>
        <source>“{name}” is now called “{title}”.</source>
        <translation>“{name}”现已更名为“{title}”。</translation>
    </message>
    <message>
        <source>“{name}” cannot be written: {reason}.</source>
        <translation>无法写入“{name}”：{reason}。</translation>
    </message>
    <message>
        <source>“{name}” has no setting “{word}”.</source>
        <translation>“{name}”没有设置“{word}”。</translation>
    </message>
    <message>
        <source>“{name}” has no such test question.</source>
        <translation>“{name}”没有这样的测试问题。</translation>
    </message>
    <message>
        <source>“{name}” has no test questions.</source>
        <translation>“{name}”没有测试问题。</translation>
    </message>
    <message>
        <source>“{name}” is now asked.</source>
        <translation>现在向“{name}”提问。</translation>
    </message>
    <message>
        <source>“{name}” is still being worked on, and that could not be stopped yet.</source>
        <translation>“{name}”仍在处理中，暂时无法停止。</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a known postprocessor.</source>
        <translation>“{name}”不是已知的后处理。</translation>
    </message>
    <message>
        <source>“{name}” lists no folders that it may not read.</source>
        <translation>“{name}”未列出任何不允许读取的文件夹。</translation>
    </message>
    <message>
        <source>“{name}” may read these folders now. To read them: {command}</source>
        <translation>“{name}”现在可以读取这些文件夹。要读取它们：{command}</translation>
    </message>
    <message>
        <source>“{name}” names no format to export to.</source>
        <translation>“{name}”未指明导出格式。</translation>
    </message>
    <message>
        <source>“{name}” needs a library.</source>
        <translation>“{name}”需要资料库。</translation>
    </message>
    <message>
        <source>“{name}” needs the setting “{setting}”.</source>
        <translation>“{name}”需要设置“{setting}”。</translation>
    </message>
    <message>
        <source>“{name}” watches nothing with the number {number}.</source>
        <translation>“{name}”没有编号为 {number} 的关注内容。</translation>
    </message>
    <message>
        <source>“{name}”: the problem is solved.</source>
        <translation>“{name}”：问题已解决。</translation>
    </message>
    <message>
        <source>“{name}”: there is news of what you watch. Run: desktop-rag pin check {name}</source>
        <translation>“{name}”：您关注的内容有新消息。请运行：desktop-rag pin check {name}</translation>
    </message>
    <message>
        <source>“{newer}” changes or replaces “{older}”.</source>
        <translation>“{newer}”更改或取代了“{older}”。</translation>
    </message>
    <message>
        <source>“{shown}” is not an address.</source>
        <translation>“{shown}”不是地址。</translation>
    </message>
    <message>
        <source>“{suffix}” files are not text.</source>
        <translation>“{suffix}”文件不是文本。</translation>
    </message>
    <message>
        <source>“{text}”</source>
        <translation>“{text}”</translation>
    </message>
    <message>
        <source>“{name} …” is not a header.</source>
        <translation>“{name} …”不是标头。</translation>
    </message>
    <message>
        <source>“{value}” cannot be the {key} of “{name}”.</source>
        <translation>“{value}”不能作为“{name}”的 {key}。</translation>
    </message>
    <message>
        <source>“{word}” is no setting of a plug-in.</source>
        <translation>“{word}”不是插件的设置。</translation>
    </message>
</context>
<context>
    <name>ModePopup</name>
    <message>
        <source>Modes</source>
        <translation>模式</translation>
    </message>
</context>
<context>
    <name>ModelButton</name>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Model: {name}</source>
        <translation>模型：{name}</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>无模型</translation>
    </message>
    <message>
        <source>The model that writes the answers</source>
        <translation>撰写回答的模型</translation>
    </message>
    <message>
        <source>{model} of {connection}</source>
        <translation>{connection} 的 {model}</translation>
    </message>
</context>
<context>
    <name>ModelFilesDialog</name>
    <message>
        <source>A model file runs inside this program: no server is needed, and nothing leaves this computer. Larger models answer better and slower.</source>
        <translation>模型文件在本程序内运行：无需服务器，也不会有任何内容离开此计算机。模型越大，回答越好，也越慢。</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Choose a model file</source>
        <translation>选择模型文件</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete {model}</source>
        <translation>删除 {model}</translation>
    </message>
    <message>
        <source>Model files</source>
        <translation>模型文件</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>模型 (*.gguf)</translation>
    </message>
    <message>
        <source>None yet.</source>
        <translation>暂无。</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>此计算机上</translation>
    </message>
    <message>
        <source>To download</source>
        <translation>可下载</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Use {model}</source>
        <translation>使用 {model}</translation>
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
        <translation>，释放 {size} GB</translation>
    </message>
    <message>
        <source>Download a model…</source>
        <translation>下载模型…</translation>
    </message>
    <message>
        <source>Looking for models…</source>
        <translation>正在查找模型…</translation>
    </message>
    <message>
        <source>Model files…</source>
        <translation>模型文件…</translation>
    </message>
    <message>
        <source>Online service</source>
        <translation>在线服务</translation>
    </message>
    <message>
        <source>Set up…</source>
        <translation>设置模型…</translation>
    </message>
    <message>
        <source>This server has no models yet</source>
        <translation>此服务器暂无模型</translation>
    </message>
    <message>
        <source>Unload {model}{freed}</source>
        <translation>卸载 {model}{freed}</translation>
    </message>
    <message>
        <source>Without a model (quotations)</source>
        <translation>不使用模型（引文）</translation>
    </message>
    <message>
        <source>{count} more in Set up…</source>
        <translation>“设置模型”中还有 {count} 个…</translation>
    </message>
    <message>
        <source>{model}  (in memory)</source>
        <translation>{model}（在内存中）</translation>
    </message>
    <message>
        <source>{name} (found on this computer)</source>
        <translation>{name}（在此计算机上找到）</translation>
    </message>
</context>
<context>
    <name>ModelPage</name>
    <message>
        <source>API key</source>
        <translation>API 密钥</translation>
    </message>
    <message>
        <source>Answers are word-for-word quotations from your files; nothing else is needed. For answers in full sentences, press Add: start a program such as Ollama or LM Studio on this computer, or choose an online service.</source>
        <translation>回答是文件中的原文引文，无需其他准备。若需完整语句的回答，请按“添加”：在此计算机上启动 Ollama 或 LM Studio 等程序，或选择在线服务。</translation>
    </message>
    <message>
        <source>Find models</source>
        <translation>查找模型</translation>
    </message>
    <message>
        <source>Found on this computer</source>
        <translation>在此计算机上找到</translation>
    </message>
    <message>
        <source>Get a key</source>
        <translation>获取密钥</translation>
    </message>
    <message>
        <source>Looking for models…</source>
        <translation>正在查找模型…</translation>
    </message>
    <message>
        <source>Model files…</source>
        <translation>模型文件…</translation>
    </message>
    <message>
        <source>My server</source>
        <translation>我的服务器</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Name of the connection</source>
        <translation>连接名称</translation>
    </message>
    <message>
        <source>Not needed for programs on this computer</source>
        <translation>此计算机上的程序无需填写</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>Testing the connection…</source>
        <translation>正在测试连接…</translation>
    </message>
    <message>
        <source>The server responds but has no models yet.</source>
        <translation>服务器有响应，但暂无模型。</translation>
    </message>
    <message>
        <source>{models} found.</source>
        <translation>找到 {models}。</translation>
    </message>
</context>
<context>
    <name>ModelProposal</name>
    <message>
        <source>Answers are quotations from your files. A model would answer in its own words.</source>
        <translation>回答为文件中的引文。模型则会用自己的话回答。</translation>
    </message>
    <message>
        <source>Choose a model file…</source>
        <translation>选择模型文件…</translation>
    </message>
    <message>
        <source>Download a model with {server}…</source>
        <translation>用 {server} 下载模型…</translation>
    </message>
    <message>
        <source>Download a model…</source>
        <translation>下载模型…</translation>
    </message>
    <message>
        <source>Online service…</source>
        <translation>在线服务…</translation>
    </message>
    <message>
        <source>Other models</source>
        <translation>其他模型</translation>
    </message>
    <message>
        <source>There are model files on this computer.</source>
        <translation>此计算机上有模型文件。</translation>
    </message>
    <message>
        <source>Use this model</source>
        <translation>使用此模型</translation>
    </message>
    <message>
        <source>Use {model} of {server}</source>
        <translation>使用 {server} 的 {model}</translation>
    </message>
    <message>
        <source>{server} is running on this computer, but has no model that answers yet.</source>
        <translation>{server} 正在此电脑上运行，但还没有能回答的模型。</translation>
    </message>
    <message>
        <source>{server} is running on this computer.</source>
        <translation>{server} 正在此计算机上运行。</translation>
    </message>
</context>
<context>
    <name>ModelSetup</name>
    <message>
        <source>Choose a model file</source>
        <translation>选择模型文件</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>模型 (*.gguf)</translation>
    </message>
</context>
<context>
    <name>Network</name>
    <message numerus="yes">
        <source>%Ln other computers were contacted since {since}; {sent} were sent.</source>
        <translation>
            <numerusform>自 {since} 起联系过 %Ln 台其他计算机，共发送 {sent}。</numerusform>
        </translation>
    </message>
    <message>
        <source>Account</source>
        <translation>账户</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Asked from this computer</source>
        <translation>来自本机的请求</translation>
    </message>
    <message>
        <source>Computer</source>
        <translation>计算机</translation>
    </message>
    <message>
        <source>Desktop RAG has contacted no other computer. Other programs have read shared libraries.</source>
        <translation>Desktop RAG 没有联系过其他计算机。其他程序读取过共享的资料库。</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>E-mail</source>
        <translation>电子邮件</translation>
    </message>
    <message>
        <source>First</source>
        <translation>首次</translation>
    </message>
    <message>
        <source>Kept here</source>
        <translation>留在本机</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>Lists of models</source>
        <translation>模型列表</translation>
    </message>
    <message>
        <source>Meaning search</source>
        <translation>语义检索</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Nothing has left this machine.</source>
        <translation>没有任何内容离开过此计算机。</translation>
    </message>
    <message>
        <source>Number of a document</source>
        <translation>文件编号</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>接收</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Reranking</source>
        <translation>重排</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Sent instead</source>
        <translation>代替发送</translation>
    </message>
    <message>
        <source>Telephone</source>
        <translation>电话</translation>
    </message>
    <message>
        <source>What</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>用途</translation>
    </message>
    <message>
        <source>{host} (this computer)</source>
        <translation>{host}（此计算机）</translation>
    </message>
</context>
<context>
    <name>NetworkCommands</name>
    <message>
        <source>{program} (offline)</source>
        <translation>{program}（离线）</translation>
    </message>
</context>
<context>
    <name>NetworkDialog</name>
    <message numerus="yes">
        <source>%Ln private values were kept from servers of models since the start.</source>
        <translation>
            <numerusform>自启动以来，有 %Ln 个隐私值未发送给模型服务器。</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear list</source>
        <translation>清空列表</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Computers that were contacted</source>
        <translation>联系过的计算机</translation>
    </message>
    <message>
        <source>Contact nothing but programs on this computer</source>
        <translation>仅联系此计算机上的程序</translation>
    </message>
    <message>
        <source>Every request of Desktop RAG goes through one place, which keeps this list. Sizes include headers. Contents, paths and keys are not kept.</source>
        <translation>Desktop RAG 的所有请求都经过同一处，并由其维护此列表。大小包含标头。不保存内容、路径和密钥。</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Values that were kept here</source>
        <translation>留在本机的值</translation>
    </message>
    <message>
        <source>What no rule recognised was sent as it is. This list is not stored.</source>
        <translation>规则未能识别的内容已原样发送。此列表不会保存。</translation>
    </message>
    <message>
        <source>Work offline</source>
        <translation>离线工作</translation>
    </message>
</context>
<context>
    <name>NewLibraryDialog</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>For example: Contracts</source>
        <translation>例如：合同</translation>
    </message>
    <message>
        <source>In tokens. A token is about three quarters of an English word. “Overlap” is the text that neighbouring passages share.</source>
        <translation>以词元为单位。一个词元约为四分之三个英文单词。“重叠”是相邻段落共有的文本。</translation>
    </message>
    <message>
        <source>More options</source>
        <translation>更多选项</translation>
    </message>
    <message>
        <source>Name of the library</source>
        <translation>资料库名称</translation>
    </message>
    <message>
        <source>New library</source>
        <translation>新建资料库</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>重叠</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>This cannot be changed later.</source>
        <translation>之后无法更改。</translation>
    </message>
</context>
<context>
    <name>NoResultsPage</name>
    <message>
        <source>&quot;exact words&quot;</source>
        <translation>&quot;确切词语&quot;</translation>
    </message>
    <message>
        <source>-word</source>
        <translation>-词语</translation>
    </message>
    <message>
        <source>Add files. You can search them seconds later.</source>
        <translation>添加文件，几秒后即可搜索。</translation>
    </message>
    <message>
        <source>Is a file missing? Show this library&apos;s files</source>
        <translation>缺少文件？显示此资料库的文件</translation>
    </message>
    <message>
        <source>Looking for passages with a similar meaning…</source>
        <translation>正在查找含义相近的段落…</translation>
    </message>
    <message>
        <source>No library yet</source>
        <translation>暂无资料库</translation>
    </message>
    <message>
        <source>No passage contains these words</source>
        <translation>没有段落包含这些词语</translation>
    </message>
    <message numerus="yes">
        <source>None of the %Ln files contains these words. Try fewer or different words.</source>
        <translation>
            <numerusform>%Ln 个文件中都不包含这些词语。请减少或更换词语。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>未找到结果</translation>
    </message>
    <message>
        <source>Nothing that matches the filters contains these words.</source>
        <translation>符合筛选条件的内容均不包含这些词语。</translation>
    </message>
    <message>
        <source>Passages with a similar meaning can be found once meaning search is ready.</source>
        <translation>语义检索就绪后，即可找到含义相近的段落。</translation>
    </message>
    <message>
        <source>Remove the filters to see results</source>
        <translation>移除筛选条件以查看结果</translation>
    </message>
    <message>
        <source>Results appear as you type. Use the arrow keys to choose one and Enter to see its page.</source>
        <translation>输入时即显示结果。用方向键选择，按 Enter 查看所在页面。</translation>
    </message>
    <message>
        <source>Search for “{query}” instead</source>
        <translation>改为搜索“{query}”</translation>
    </message>
    <message>
        <source>Search “{name}”</source>
        <translation>搜索“{name}”</translation>
    </message>
    <message>
        <source>Some files are still being read.</source>
        <translation>部分文件仍在读取。</translation>
    </message>
    <message>
        <source>by name or language</source>
        <translation>按名称或语言</translation>
    </message>
    <message>
        <source>by records of Zotero or BibTeX</source>
        <translation>按 Zotero 或 BibTeX 的记录</translation>
    </message>
    <message>
        <source>exactly these words in this order</source>
        <translation>完全按此顺序的词语</translation>
    </message>
    <message>
        <source>mail by who wrote it to whom</source>
        <translation>按发件人和收件人限定邮件</translation>
    </message>
    <message>
        <source>only files changed in this period</source>
        <translation>仅此期间修改过的文件</translation>
    </message>
    <message>
        <source>only files in this folder</source>
        <translation>仅此文件夹中的文件</translation>
    </message>
    <message>
        <source>only files of this type</source>
        <translation>仅此类型的文件</translation>
    </message>
    <message>
        <source>without this word</source>
        <translation>不含此词语</translation>
    </message>
    <message>
        <source>“{name}” is empty</source>
        <translation>“{name}”为空</translation>
    </message>
</context>
<context>
    <name>Notice</name>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>Opening</name>
    <message>
        <source>Check whether it was moved or deleted, and whether its drive is connected.</source>
        <translation>请检查是否已移动或删除，以及驱动器是否已连接。</translation>
    </message>
    <message>
        <source>Choose “Show in folder” to find it on your disk.</source>
        <translation>可选择“在文件夹中显示”在磁盘上找到它。</translation>
    </message>
    <message>
        <source>It is inside another file: {path}. Open it only if you trust where it came from.</source>
        <translation>它位于另一个文件中：{path}。仅在信任其来源时打开。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>Open “{name}”?</source>
        <translation>要打开“{name}”吗？</translation>
    </message>
    <message>
        <source>“{name}” cannot be reached.</source>
        <translation>无法访问“{name}”。</translation>
    </message>
    <message>
        <source>“{name}” is a program or a script. Desktop RAG does not run it.</source>
        <translation>“{name}”是程序或脚本。Desktop RAG 不会运行它。</translation>
    </message>
</context>
<context>
    <name>OptionForm</name>
    <message>
        <source>On</source>
        <translation>开</translation>
    </message>
</context>
<context>
    <name>OptionPage</name>
    <message numerus="yes">
        <source>%Ln changed</source>
        <translation>
            <numerusform>已更改 %Ln 项</numerusform>
        </translation>
    </message>
    <message>
        <source>More options</source>
        <translation>更多选项</translation>
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
        <translation>0 每次给出几乎相同的回答；值越大，措辞变化越多。</translation>
    </message>
    <message>
        <source>0: variety only; 1: relevance only.</source>
        <translation>0：仅多样性；1：仅相关性。</translation>
    </message>
    <message>
        <source>0: words only; 1: meaning only.</source>
        <translation>0：仅词语；1：仅语义。</translation>
    </message>
    <message>
        <source>100 languages</source>
        <translation>100 种语言</translation>
    </message>
    <message>
        <source>12 languages, English best</source>
        <translation>12 种语言，英语最佳</translation>
    </message>
    <message>
        <source>A JSON object. Its fields go into every request as they are.</source>
        <translation>JSON 对象，其字段原样加入每个请求。</translation>
    </message>
    <message>
        <source>A model at an OpenAI-compatible address</source>
        <translation>OpenAI 兼容地址上的模型</translation>
    </message>
    <message>
        <source>A model file (GGUF) that this program runs by itself; no server is needed.</source>
        <translation>由本程序自行运行的模型文件 (GGUF)，无需服务器。</translation>
    </message>
    <message>
        <source>A server with /v1/rerank: llama.cpp, vLLM, TEI, Jina, Cohere.</source>
        <translation>提供 /v1/rerank 的服务器：llama.cpp、vLLM、TEI、Jina、Cohere。</translation>
    </message>
    <message>
        <source>A small model on this computer reads the question beside the sentences that come nearest. It picks those that answer, and notices when none does. Turn it off if answers take too long.</source>
        <translation>本机上的一个小模型会把问题与最接近的句子放在一起阅读，挑出能回答的句子，并在没有句子能回答时发现这一点。如果回答耗时过长，请将其关闭。</translation>
    </message>
    <message>
        <source>API version</source>
        <translation>API 版本</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Adds the passages before or after each one.</source>
        <translation>添加每个段落之前或之后的段落。</translation>
    </message>
    <message>
        <source>After searching</source>
        <translation>搜索之后</translation>
    </message>
    <message>
        <source>After the first answer, ask the model for a title of the conversation. This is one more short request.</source>
        <translation>首次回答后，请模型为对话拟一个标题。这会多一次简短的请求。</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>Agent that writes its steps (any model)</source>
        <translation>写出步骤的智能体（任何模型）</translation>
    </message>
    <message>
        <source>Agent with the model&apos;s own tools</source>
        <translation>使用模型自带工具的智能体</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>始终</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Answer from</source>
        <translation>回答依据</translation>
    </message>
    <message>
        <source>Answer from passages</source>
        <translation>根据段落回答</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Answers are word-for-word quotations from your files.</source>
        <translation>回答是文件中的原文引文。</translation>
    </message>
    <message>
        <source>Answers without thinking first, so it begins soon.</source>
        <translation>不先思考即作答，因此很快开始。</translation>
    </message>
    <message>
        <source>Answers written by</source>
        <translation>回答撰写者</translation>
    </message>
    <message>
        <source>Anthropic&apos;s models through their OpenAI-compatible address.</source>
        <translation>通过 OpenAI 兼容地址使用 Anthropic 的模型。</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>As few calls as possible</source>
        <translation>尽量少的调用</translation>
    </message>
    <message>
        <source>As reported by the server</source>
        <translation>按服务器报告</translation>
    </message>
    <message>
        <source>Ask tables</source>
        <translation>查询表格</translation>
    </message>
    <message>
        <source>Ask the model whether each group of passages answers the question, and skip those that don&apos;t.</source>
        <translation>询问模型每组段落能否回答问题，并跳过不能回答的。</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Avoids passages that say the same.</source>
        <translation>避免内容相同的段落。</translation>
    </message>
    <message>
        <source>Best first and last</source>
        <translation>最佳置于首尾</translation>
    </message>
    <message>
        <source>Best for this model</source>
        <translation>最适合此模型</translation>
    </message>
    <message>
        <source>Best score, unscaled</source>
        <translation>最高得分，不缩放</translation>
    </message>
    <message>
        <source>Built in</source>
        <translation>内置</translation>
    </message>
    <message>
        <source>Built-in judge</source>
        <translation>内置判定模型</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>聊天</translation>
    </message>
    <message>
        <source>Chat about passages</source>
        <translation>围绕段落聊天</translation>
    </message>
    <message>
        <source>Chat mode</source>
        <translation>聊天模式</translation>
    </message>
    <message>
        <source>Choose passages</source>
        <translation>选择段落</translation>
    </message>
    <message>
        <source>Closeness and variety</source>
        <translation>相近与多样</translation>
    </message>
    <message>
        <source>Closeness in meaning</source>
        <translation>语义相近度</translation>
    </message>
    <message>
        <source>Combine results by</source>
        <translation>结果合并方式</translation>
    </message>
    <message>
        <source>Comes with the program and runs on this computer.</source>
        <translation>随程序提供，在此计算机上运行。</translation>
    </message>
    <message>
        <source>Compare by</source>
        <translation>比较方式</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Contact nothing but programs on this computer. Models on other computers cannot be used meanwhile.</source>
        <translation>仅联系此计算机上的程序。期间无法使用其他计算机上的模型。</translation>
    </message>
    <message>
        <source>Context window</source>
        <translation>上下文窗口</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>货币</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Detected</source>
        <translation>检测到的</translation>
    </message>
    <message>
        <source>Deutsch</source>
        <translation>Deutsch</translation>
    </message>
    <message>
        <source>Documents only</source>
        <translation>仅限文档</translation>
    </message>
    <message>
        <source>Drops passages whose score is below the cutoff.</source>
        <translation>去除得分低于下限的段落。</translation>
    </message>
    <message>
        <source>Each section of a Markdown file is a passage.</source>
        <translation>Markdown 文件的每一节为一个段落。</translation>
    </message>
    <message>
        <source>English</source>
        <translation>English</translation>
    </message>
    <message>
        <source>English, French, Spanish, German, Italian, Portuguese</source>
        <translation>英语、法语、西班牙语、德语、意大利语、葡萄牙语</translation>
    </message>
    <message>
        <source>Everything in the library</source>
        <translation>资料库中的全部内容</translation>
    </message>
    <message>
        <source>Everything that fits the question</source>
        <translation>与问题相关的全部内容</translation>
    </message>
    <message>
        <source>Extra JSON</source>
        <translation>附加 JSON</translation>
    </message>
    <message>
        <source>Extract facts</source>
        <translation>提取事实</translation>
    </message>
    <message>
        <source>Extract keywords</source>
        <translation>提取关键词</translation>
    </message>
    <message>
        <source>Files are split into</source>
        <translation>文件拆分为</translation>
    </message>
    <message>
        <source>Finds exact statements; the step “Surrounding text” shows the model the text around them.</source>
        <translation>查找精确的陈述；“上下文”步骤会向模型展示其周围的文本。</translation>
    </message>
    <message>
        <source>Finds the facts of a passage for the knowledge graph.</source>
        <translation>为知识图谱查找段落中的事实。</translation>
    </message>
    <message>
        <source>Finds the keywords of a passage for the keyword table.</source>
        <translation>为关键词表查找段落中的关键词。</translation>
    </message>
    <message>
        <source>For folders of source code; other files use the default.</source>
        <translation>适用于源代码文件夹；其他文件使用默认方式。</translation>
    </message>
    <message>
        <source>For most computers with 8 GB of memory.</source>
        <translation>适合大多数 8 GB 内存的计算机。</translation>
    </message>
    <message>
        <source>From your files only, with sources</source>
        <translation>仅依据文件，附来源</translation>
    </message>
    <message>
        <source>Good at European languages.</source>
        <translation>擅长欧洲语言。</translation>
    </message>
    <message>
        <source>Google&apos;s models through their OpenAI-compatible address.</source>
        <translation>通过 OpenAI 兼容地址使用 Google 的模型。</translation>
    </message>
    <message>
        <source>Graph of facts</source>
        <translation>事实图谱</translation>
    </message>
    <message>
        <source>HTTP headers</source>
        <translation>HTTP 标头</translation>
    </message>
    <message>
        <source>High</source>
        <translation>高</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>Highest</source>
        <translation>最高</translation>
    </message>
    <message>
        <source>Hold the model to the exact schema of tools and structured answers.</source>
        <translation>要求模型严格遵守工具和结构化回答的架构。</translation>
    </message>
    <message>
        <source>How a message and the conversation before it become an answer.</source>
        <translation>消息及之前的对话如何形成回答。</translation>
    </message>
    <message>
        <source>How files are split into passages.</source>
        <translation>文件如何拆分为段落。</translation>
    </message>
    <message>
        <source>How long Ollama keeps the model in memory after an answer.</source>
        <translation>Ollama 在回答后将模型保留在内存中的时间。</translation>
    </message>
    <message>
        <source>How long a reasoning model may think, about. What it thinks beyond that is cut off, and it answers.</source>
        <translation>推理模型大致可思考的长度。超出部分会被截断，随即作答。</translation>
    </message>
    <message>
        <source>How long a reasoning model thinks before it answers.</source>
        <translation>推理模型作答前思考的时长。</translation>
    </message>
    <message>
        <source>How long an answer can be, including the thinking of a reasoning model.</source>
        <translation>回答的最大长度，包括推理模型的思考。</translation>
    </message>
    <message>
        <source>How long the built-in model stays loaded after its last answer.</source>
        <translation>内置模型在最后一次回答后保持加载的时间。</translation>
    </message>
    <message>
        <source>How long to wait for the next words of an answer.</source>
        <translation>等待回答后续文字的时间。</translation>
    </message>
    <message>
        <source>How many passages an answer is based on.</source>
        <translation>一个回答所依据的段落数。</translation>
    </message>
    <message>
        <source>How many versions of the question are searched for, including the original.</source>
        <translation>搜索所用的问题版本数，包括原问题。</translation>
    </message>
    <message>
        <source>How much text the model reads at once; longer passages are prepared in parts.</source>
        <translation>模型一次读取的文本量；较长的段落分段准备。</translation>
    </message>
    <message>
        <source>How much the model reads at once.</source>
        <translation>模型一次读取的量。</translation>
    </message>
    <message>
        <source>How often a question is sent again when the server fails or is busy.</source>
        <translation>服务器出错或繁忙时重新发送问题的次数。</translation>
    </message>
    <message>
        <source>How passages are compared with the question when searching by meaning.</source>
        <translation>语义检索时段落与问题的比较方式。</translation>
    </message>
    <message>
        <source>How passages are found.</source>
        <translation>如何查找段落。</translation>
    </message>
    <message>
        <source>How passages become an answer.</source>
        <translation>段落如何形成回答。</translation>
    </message>
    <message>
        <source>How questions are answered.</source>
        <translation>如何回答问题。</translation>
    </message>
    <message>
        <source>How several result lists are combined.</source>
        <translation>如何合并多个结果列表。</translation>
    </message>
    <message>
        <source>Improve an answer</source>
        <translation>改进回答</translation>
    </message>
    <message>
        <source>Joins passages that follow one another.</source>
        <translation>连接前后相接的段落。</translation>
    </message>
    <message>
        <source>Keep in memory</source>
        <translation>保留在内存中</translation>
    </message>
    <message>
        <source>Keep private values here</source>
        <translation>隐私值留在本机</translation>
    </message>
    <message>
        <source>Keeps one of several passages that say the same.</source>
        <translation>内容相同的段落只保留一个。</translation>
    </message>
    <message>
        <source>Keeps passages with at least one required word and no excluded word.</source>
        <translation>保留至少含一个必需词且不含排除词的段落。</translation>
    </message>
    <message>
        <source>Keeps the newest of passages that say nearly the same.</source>
        <translation>内容几乎相同的段落只保留最新的。</translation>
    </message>
    <message>
        <source>Keeps the newest passages.</source>
        <translation>保留最新的段落。</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Keys that differ from the usual ones, one command on each line.</source>
        <translation>与默认不同的按键，每行一个命令。</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Leave out what your files don&apos;t support, and say so when they don&apos;t answer the question. Applies to every mode that writes an answer; not to JSON and not to figures computed from tables.</source>
        <translation>省略文件不支持的内容，文件无法回答问题时会说明。适用于所有撰写回答的模式，不适用于 JSON 和由表格计算的数字。</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Light or dark as the system is, with stronger colours and lines.</source>
        <translation>随系统浅色或深色，颜色和线条更鲜明。</translation>
    </message>
    <message>
        <source>Linear regression</source>
        <translation>线性回归</translation>
    </message>
    <message>
        <source>Logistic regression</source>
        <translation>逻辑回归</translation>
    </message>
    <message>
        <source>Long conversations</source>
        <translation>长对话</translation>
    </message>
    <message>
        <source>Long passages of whole sentences</source>
        <translation>由整句组成的长段落</translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation>最长回答</translation>
    </message>
    <message>
        <source>Longest text</source>
        <translation>最长文本</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>Markdown by its headings</source>
        <translation>按标题拆分的 Markdown</translation>
    </message>
    <message>
        <source>Meaning and words, mixed</source>
        <translation>语义和词语，混合</translation>
    </message>
    <message>
        <source>Meaning and words, reranked</source>
        <translation>语义和词语，重排</translation>
    </message>
    <message>
        <source>Meaning only</source>
        <translation>仅语义</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>Minimal</source>
        <translation>最低</translation>
    </message>
    <message>
        <source>Minimum score</source>
        <translation>最低得分</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>More of the surrounding text, with less precision.</source>
        <translation>上下文更多，精度更低。</translation>
    </message>
    <message>
        <source>Name conversations</source>
        <translation>为对话命名</translation>
    </message>
    <message>
        <source>Names, addresses, amounts, and numbers of accounts and documents leave as stand-ins, and are put back into the answer. What no rule recognises leaves as it is, and a search model on a server reads whole texts. Pictures aren&apos;t sent.</source>
        <translation>姓名、地址、金额以及账户和文件的编号会以代称发送，并在回答中还原。规则未能识别的内容会原样发送，服务器上的搜索模型会读取完整文本。图片不会发送。</translation>
    </message>
    <message>
        <source>Neighbouring passages</source>
        <translation>相邻段落</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>Newest only</source>
        <translation>仅最新</translation>
    </message>
    <message>
        <source>Newest version only</source>
        <translation>仅最新版本</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>No answer, only sources</source>
        <translation>无回答，仅来源</translation>
    </message>
    <message>
        <source>No duplicates</source>
        <translation>无重复</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>无限制</translation>
    </message>
    <message>
        <source>No model (quotations only)</source>
        <translation>无模型（仅引文）</translation>
    </message>
    <message>
        <source>No search, only the model</source>
        <translation>不搜索，仅模型</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Not at all</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>Ollama</source>
        <translation>Ollama</translation>
    </message>
    <message>
        <source>Ollama&apos;s own API, through which the context window can be set.</source>
        <translation>Ollama 自有的 API，可设置上下文窗口。</translation>
    </message>
    <message>
        <source>On</source>
        <translation>开</translation>
    </message>
    <message>
        <source>One answer per group of passages</source>
        <translation>每组段落一个回答</translation>
    </message>
    <message>
        <source>One answer per passage</source>
        <translation>每个段落一个回答</translation>
    </message>
    <message>
        <source>One call, cut to fit</source>
        <translation>一次调用，按需截断</translation>
    </message>
    <message>
        <source>Only passages that meet all conditions are searched.</source>
        <translation>仅搜索满足所有条件的段落。</translation>
    </message>
    <message>
        <source>Only passages with</source>
        <translation>仅限段落条件</translation>
    </message>
    <message>
        <source>OpenAI or compatible</source>
        <translation>OpenAI 或兼容服务</translation>
    </message>
    <message>
        <source>OpenAI, LM Studio, llama.cpp, vLLM and others with the same API.</source>
        <translation>OpenAI、LM Studio、llama.cpp、vLLM 及其他使用相同 API 的服务。</translation>
    </message>
    <message>
        <source>OpenAI, Ollama, LM Studio, llama.cpp, TEI and others with the same API.</source>
        <translation>OpenAI、Ollama、LM Studio、llama.cpp、TEI 及其他使用相同 API 的服务。</translation>
    </message>
    <message>
        <source>Passages along headings (recommended)</source>
        <translation>按标题划分的段落（推荐）</translation>
    </message>
    <message>
        <source>Passages merged into sections where many match</source>
        <translation>段落，多处匹配时合并为章节</translation>
    </message>
    <message>
        <source>Passages only, joined</source>
        <translation>仅段落，拼接</translation>
    </message>
    <message>
        <source>Passages per answer</source>
        <translation>每个回答的段落数</translation>
    </message>
    <message>
        <source>Passages, without an answer</source>
        <translation>段落，无回答</translation>
    </message>
    <message>
        <source>Pieces of the same size</source>
        <translation>等长片段</translation>
    </message>
    <message>
        <source>Plug-ins</source>
        <translation>插件</translation>
    </message>
    <message>
        <source>Prefer recent passages</source>
        <translation>优先较新的段落</translation>
    </message>
    <message>
        <source>Prefers passages that were used or changed recently.</source>
        <translation>优先最近使用或修改过的段落。</translation>
    </message>
    <message>
        <source>Price of tokens received</source>
        <translation>接收词元的价格</translation>
    </message>
    <message>
        <source>Price of tokens sent</source>
        <translation>发送词元的价格</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Put the name of your resource into the address. The model is the name of your deployment. With a dated API version, the address ends in /openai/deployments/YOUR-DEPLOYMENT, and the version goes into “API version” under “More options”.</source>
        <translation>在地址中填入资源名称，模型为部署名称。使用带日期的 API 版本时，地址以 /openai/deployments/YOUR-DEPLOYMENT 结尾，版本填入“更多选项”下的“API 版本”。</translation>
    </message>
    <message>
        <source>Puts the best passages first and last, where models read most attentively.</source>
        <translation>将最佳段落放在模型阅读最仔细的开头和结尾。</translation>
    </message>
    <message>
        <source>Query variations</source>
        <translation>查询变体</translation>
    </message>
    <message>
        <source>Ranks within each list</source>
        <translation>各列表中的名次</translation>
    </message>
    <message>
        <source>Reasoning effort</source>
        <translation>推理强度</translation>
    </message>
    <message>
        <source>Refine passage by passage</source>
        <translation>逐段完善</translation>
    </message>
    <message>
        <source>Relevance or variety</source>
        <translation>相关性或多样性</translation>
    </message>
    <message>
        <source>Remember a conversation</source>
        <translation>记住对话</translation>
    </message>
    <message>
        <source>Required and excluded words</source>
        <translation>必需词和排除词</translation>
    </message>
    <message>
        <source>Reranker</source>
        <translation>重排器</translation>
    </message>
    <message>
        <source>Reranker&apos;s address</source>
        <translation>重排器地址</translation>
    </message>
    <message>
        <source>Response mode</source>
        <translation>响应模式</translation>
    </message>
    <message>
        <source>Retries</source>
        <translation>重试次数</translation>
    </message>
    <message>
        <source>Rewrite the message as a question, then answer that</source>
        <translation>将消息改写为问题，再回答</translation>
    </message>
    <message>
        <source>Rewrite the message, search, then answer it</source>
        <translation>改写消息，搜索，再回答</translation>
    </message>
    <message>
        <source>Running text</source>
        <translation>连续文本</translation>
    </message>
    <message>
        <source>Runs a model file inside this program. Press “Model files…” to download one or to choose one of yours.</source>
        <translation>在本程序内运行模型文件。按“模型文件…”下载一个，或选择自己的文件。</translation>
    </message>
    <message>
        <source>Runs on this computer. Start Ollama first.</source>
        <translation>在此计算机上运行。请先启动 Ollama。</translation>
    </message>
    <message>
        <source>Runs on this computer. Start llama-server first.</source>
        <translation>在此计算机上运行。请先启动 llama-server。</translation>
    </message>
    <message>
        <source>Runs on this computer. Start the server in LM Studio&apos;s Developer tab first.</source>
        <translation>在此计算机上运行。请先在 LM Studio 的 Developer 选项卡中启动服务器。</translation>
    </message>
    <message>
        <source>Same as the system</source>
        <translation>与系统相同</translation>
    </message>
    <message>
        <source>Scores, scaled by their spread</source>
        <translation>得分，按离散度缩放</translation>
    </message>
    <message>
        <source>Scores, scaled within each list</source>
        <translation>得分，按列表缩放</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search by</source>
        <translation>搜索方式</translation>
    </message>
    <message>
        <source>Search by meaning with</source>
        <translation>语义检索使用</translation>
    </message>
    <message>
        <source>Search model</source>
        <translation>检索模型</translation>
    </message>
    <message>
        <source>Search only</source>
        <translation>仅搜索</translation>
    </message>
    <message>
        <source>Search with the message as it is</source>
        <translation>按原消息搜索</translation>
    </message>
    <message>
        <source>Searches and reads on its own, step by step</source>
        <translation>自行逐步搜索和阅读</translation>
    </message>
    <message>
        <source>Sections, parts and passages</source>
        <translation>章节、部分和段落</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Sees images</source>
        <translation>可看图片</translation>
    </message>
    <message>
        <source>Send the best pages found, at most three, as images to a model that sees them.</source>
        <translation>将找到的最佳页面（最多三页）作为图片发送给可看图片的模型。</translation>
    </message>
    <message>
        <source>Sent as api-version with every request; Azure needs it.</source>
        <translation>随每个请求作为 api-version 发送；Azure 需要。</translation>
    </message>
    <message>
        <source>Sent with each further part when the passages do not fit into one request.</source>
        <translation>段落无法放入一个请求时，随后续每个部分发送。</translation>
    </message>
    <message>
        <source>Sent with every request, one “Name: value” per line.</source>
        <translation>随每个请求发送，每行一个“名称: 值”。</translation>
    </message>
    <message>
        <source>Several variations of the question</source>
        <translation>问题的多个变体</translation>
    </message>
    <message>
        <source>Show pages as images</source>
        <translation>以图片形式展示页面</translation>
    </message>
    <message>
        <source>Shows the model the text around each sentence found.</source>
        <translation>向模型展示找到的每个句子的上下文。</translation>
    </message>
    <message>
        <source>Sign evidence packs</source>
        <translation>为证据包签名</translation>
    </message>
    <message>
        <source>Sign the evidence packs you export with a key of your own, made on first use and kept where API keys are. Anyone who knows its fingerprint can tell that a pack is from you.</source>
        <translation>使用您自己的密钥为导出的证据包签名。密钥在首次使用时生成，与 API 密钥存放在同一处。知道其指纹的人可以确认证据包来自您。</translation>
    </message>
    <message>
        <source>Single sentences</source>
        <translation>单个句子</translation>
    </message>
    <message>
        <source>Skip passages that don&apos;t answer</source>
        <translation>跳过不能回答的段落</translation>
    </message>
    <message>
        <source>Sort with the model</source>
        <translation>用模型排序</translation>
    </message>
    <message>
        <source>Sort with the reranker</source>
        <translation>用重排器排序</translation>
    </message>
    <message>
        <source>Source code by functions and classes</source>
        <translation>按函数和类拆分的源代码</translation>
    </message>
    <message>
        <source>Split anywhere, even in mid-sentence; for texts without structure.</source>
        <translation>可在任意处拆分，包括句中；适用于无结构的文本。</translation>
    </message>
    <message>
        <source>Start it with “vllm serve MODEL”, here or on a server of yours.</source>
        <translation>用“vllm serve MODEL”启动，在本机或自己的服务器上。</translation>
    </message>
    <message>
        <source>Steps that filter, sort or extend the passages found, in this order.</source>
        <translation>依此顺序对找到的段落进行筛选、排序或扩展的步骤。</translation>
    </message>
    <message>
        <source>Stop sequences</source>
        <translation>停止序列</translation>
    </message>
    <message>
        <source>Strict tools</source>
        <translation>严格工具</translation>
    </message>
    <message>
        <source>Suits nearly every file; each passage reads well by itself.</source>
        <translation>适合几乎所有文件；每个段落都可独立阅读。</translation>
    </message>
    <message>
        <source>Summaries of summaries</source>
        <translation>摘要的摘要</translation>
    </message>
    <message>
        <source>Summarise</source>
        <translation>总结</translation>
    </message>
    <message>
        <source>Summarises the beginning of a long conversation.</source>
        <translation>总结长对话的开头部分。</translation>
    </message>
    <message>
        <source>Support vectors (SVM)</source>
        <translation>支持向量 (SVM)</translation>
    </message>
    <message>
        <source>Surrounding text</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Table of keywords</source>
        <translation>关键词表</translation>
    </message>
    <message>
        <source>Tell when something that took longer than half a minute ends while the window is not in front.</source>
        <translation>窗口不在前台时，耗时超过半分钟的任务结束后发出通知。</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>Texts that end an answer, one per line.</source>
        <translation>结束回答的文本，每行一个。</translation>
    </message>
    <message>
        <source>The best choice for computers with 16 GB of memory.</source>
        <translation>16 GB 内存计算机的最佳选择。</translation>
    </message>
    <message>
        <source>The built-in model</source>
        <translation>内置模型</translation>
    </message>
    <message>
        <source>The built-in model runs on a graphics card or the like where that is faster. Counts from the next start on.</source>
        <translation>在更快的情况下，内置模型在显卡等设备上运行。下次启动时生效。</translation>
    </message>
    <message>
        <source>The colours of the window.</source>
        <translation>窗口的颜色。</translation>
    </message>
    <message>
        <source>The currency of both prices, as it is shown.</source>
        <translation>两种价格所用的货币，按原样显示。</translation>
    </message>
    <message>
        <source>The first question builds this index, which can take a long time. To build it beforehand, use “Build other indexes” in the library&apos;s menu.</source>
        <translation>首次提问时会建立此索引，可能耗时较长。若要提前建立，请使用资料库菜单中的“建立其他索引”。</translation>
    </message>
    <message>
        <source>The installed plug-ins to use, one on each line. They run as a part of this program: name only those you trust.</source>
        <translation>要使用的已安装插件，每行一个。它们作为本程序的一部分运行：请仅填写您信任的插件。</translation>
    </message>
    <message>
        <source>The language model judges the passages; the best are kept.</source>
        <translation>语言模型评判段落，保留最佳的。</translation>
    </message>
    <message>
        <source>The language of the window. The command line follows LANG and --language.</source>
        <translation>窗口的语言。命令行遵循 LANG 和 --language。</translation>
    </message>
    <message>
        <source>The latest messages and a summary of earlier ones</source>
        <translation>最新消息和早期消息的摘要</translation>
    </message>
    <message>
        <source>The latest messages that fit</source>
        <translation>能容纳的最新消息</translation>
    </message>
    <message>
        <source>The model chooses how to search</source>
        <translation>由模型选择搜索方式</translation>
    </message>
    <message>
        <source>The model chooses: passages, a summary or tables</source>
        <translation>由模型选择：段落、摘要或表格</translation>
    </message>
    <message>
        <source>The model that writes the answers.</source>
        <translation>撰写回答的模型。</translation>
    </message>
    <message>
        <source>The model&apos;s default</source>
        <translation>模型默认</translation>
    </message>
    <message>
        <source>The model&apos;s name as its server lists it.</source>
        <translation>服务器列出的模型名称。</translation>
    </message>
    <message>
        <source>The model&apos;s name as its server lists it; of the built-in one, its file or what “model list” calls it.</source>
        <translation>服务器列出的模型名称；内置模型则为其文件，或“model list”中的名称。</translation>
    </message>
    <message>
        <source>The most able; slow without a graphics processor.</source>
        <translation>能力最强；没有图形处理器时较慢。</translation>
    </message>
    <message>
        <source>The parts of the question, one by one</source>
        <translation>逐一处理问题的各部分</translation>
    </message>
    <message>
        <source>The passages found</source>
        <translation>找到的段落</translation>
    </message>
    <message>
        <source>The question alone, for the response mode “generation”.</source>
        <translation>仅问题，用于响应模式“generation”。</translation>
    </message>
    <message>
        <source>The reranker from Settings judges the passages; the best are kept.</source>
        <translation>“设置”中的重排器评判段落，保留最佳的。</translation>
    </message>
    <message>
        <source>The reranking model&apos;s name as its server lists it.</source>
        <translation>服务器列出的重排模型名称。</translation>
    </message>
    <message>
        <source>The same seed and temperature repeat an answer, if the server supports it.</source>
        <translation>如果服务器支持，相同的种子和温度会得到相同的回答。</translation>
    </message>
    <message>
        <source>The saved connection, by its name, that all settings of the model come from.</source>
        <translation>已保存连接的名称，模型的所有设置均来自该连接。</translation>
    </message>
    <message>
        <source>The search model of new libraries; a library keeps the model it was created with.</source>
        <translation>新资料库的检索模型；资料库保留创建时的模型。</translation>
    </message>
    <message>
        <source>The size of all text in the window, on top of the text size of the system.</source>
        <translation>窗口中所有文字的大小，在系统文字大小基础上调整。</translation>
    </message>
    <message>
        <source>The smallest. For computers with little memory; its answers are simple.</source>
        <translation>最小的模型。适合内存较少的计算机；回答较简单。</translation>
    </message>
    <message>
        <source>The tables of spreadsheets and CSV files</source>
        <translation>电子表格和 CSV 文件中的表格</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Thinking budget</source>
        <translation>思考预算</translation>
    </message>
    <message>
        <source>Three sizes at once; whole sections are found where many of their parts match.</source>
        <translation>同时使用三种大小；多个部分匹配时找到整个章节。</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>时间限制</translation>
    </message>
    <message>
        <source>Tree of summaries</source>
        <translation>摘要树</translation>
    </message>
    <message>
        <source>Turns a message into a question that stands alone.</source>
        <translation>将消息变为可独立理解的问题。</translation>
    </message>
    <message>
        <source>Understand a follow-up</source>
        <translation>理解追问</translation>
    </message>
    <message>
        <source>Until Ollama ends</source>
        <translation>直到 Ollama 退出</translation>
    </message>
    <message>
        <source>Use the processor alone</source>
        <translation>仅使用处理器</translation>
    </message>
    <message>
        <source>Used by the postprocessor “llm_rerank”.</source>
        <translation>用于后处理“llm_rerank”。</translation>
    </message>
    <message>
        <source>Used in Summarise mode, for each part and for the parts together.</source>
        <translation>在总结模式中用于各部分及整体。</translation>
    </message>
    <message>
        <source>Vary a question</source>
        <translation>变换问题</translation>
    </message>
    <message>
        <source>What a million tokens of a request cost. With it, a review table tells its cost before, and can be limited.</source>
        <translation>每百万个请求词元的价格。设置后，表格会预先显示费用，并可设定上限。</translation>
    </message>
    <message>
        <source>What a million tokens of an answer cost.</source>
        <translation>每百万个回答词元的价格。</translation>
    </message>
    <message>
        <source>What an agent that writes its steps is told.</source>
        <translation>对写出步骤的智能体的指示。</translation>
    </message>
    <message>
        <source>What the model is told before the passages in Answer mode.</source>
        <translation>回答模式中，段落之前给模型的指示。</translation>
    </message>
    <message>
        <source>What the model is told before the passages in Chat mode.</source>
        <translation>聊天模式中，段落之前给模型的指示。</translation>
    </message>
    <message>
        <source>What the model sees of a conversation that no longer fits.</source>
        <translation>对话过长时模型能看到的部分。</translation>
    </message>
    <message>
        <source>When a question asks for a figure or picture</source>
        <translation>当问题要求图表或图片时</translation>
    </message>
    <message>
        <source>Where answers come from.</source>
        <translation>回答的依据。</translation>
    </message>
    <message>
        <source>Where the model is served. Empty: OpenAI&apos;s address.</source>
        <translation>模型的服务地址。留空：OpenAI 的地址。</translation>
    </message>
    <message>
        <source>Where the model is served. Empty: the provider&apos;s usual address.</source>
        <translation>模型的服务地址。留空：提供方的常用地址。</translation>
    </message>
    <message>
        <source>Whether a reasoning model thinks before it answers.</source>
        <translation>推理模型作答前是否思考。</translation>
    </message>
    <message>
        <source>Whether the model can be shown pages and pictures.</source>
        <translation>是否可向模型展示页面和图片。</translation>
    </message>
    <message>
        <source>While another program is in front, Ctrl+Alt+Shift+V brings this window to the front and checks the text on the clipboard. Only these keys are registered with the system; no others are read. On Linux the desktop asks first and may choose other keys.</source>
        <translation>使用其他程序时，按 Ctrl+Alt+Shift+V 会把本窗口置于最前并核查剪贴板中的文本。只向系统注册这一组按键，不读取其他按键。在 Linux 上，桌面环境会先询问您，也可能指定其他按键。</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Without passages</source>
        <translation>无段落</translation>
    </message>
    <message>
        <source>Without the passages</source>
        <translation>不使用段落</translation>
    </message>
    <message>
        <source>Words and meaning</source>
        <translation>词语和语义</translation>
    </message>
    <message>
        <source>Words only</source>
        <translation>仅词语</translation>
    </message>
    <message>
        <source>Words or meaning</source>
        <translation>词语或语义</translation>
    </message>
    <message>
        <source>Words, as text search</source>
        <translation>词语，文本搜索</translation>
    </message>
    <message>
        <source>Words, weighted</source>
        <translation>词语，加权</translation>
    </message>
    <message>
        <source>Work offline</source>
        <translation>离线工作</translation>
    </message>
    <message>
        <source>Writes the SQL for a question about tables.</source>
        <translation>为关于表格的问题编写 SQL。</translation>
    </message>
    <message>
        <source>Writes the variations of a question for the retriever “query_fusion”.</source>
        <translation>为检索器“query_fusion”编写问题变体。</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>Your files and what the model knows</source>
        <translation>文件和模型的知识</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>“Check clipboard” everywhere</source>
        <translation>随处“核查剪贴板”</translation>
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
        <translation>证据包 (*.html *.pdf)</translation>
    </message>
    <message>
        <source>Verify an evidence pack</source>
        <translation>验证证据包</translation>
    </message>
</context>
<context>
    <name>PackDialog</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Evidence pack</source>
        <translation>证据包</translation>
    </message>
    <message>
        <source>Sentence</source>
        <translation>句子</translation>
    </message>
    <message>
        <source>Sentences of the pack</source>
        <translation>证据包中的句子</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
</context>
<context>
    <name>Packs</name>
    <message>
        <source>Evidence pack (HTML) (*.pack.html)</source>
        <translation>证据包 (HTML) (*.pack.html)</translation>
    </message>
    <message>
        <source>Evidence pack (PDF) (*.pack.pdf)</source>
        <translation>证据包 (PDF) (*.pack.pdf)</translation>
    </message>
</context>
<context>
    <name>PageBar</name>
    <message>
        <source>Actual size	1</source>
        <translation>实际大小	1</translation>
    </message>
    <message>
        <source>Dark pages	Ctrl+Shift+D</source>
        <translation>深色页面	Ctrl+Shift+D</translation>
    </message>
    <message>
        <source>Fit page	9</source>
        <translation>适合页面	9</translation>
    </message>
    <message>
        <source>Fit width	0</source>
        <translation>适合宽度	0</translation>
    </message>
    <message>
        <source>Fit width (0)</source>
        <translation>适合宽度 (0)</translation>
    </message>
    <message>
        <source>Larger	+</source>
        <translation>放大	+</translation>
    </message>
    <message>
        <source>Larger (+)</source>
        <translation>放大 (+)</translation>
    </message>
    <message>
        <source>More for pages</source>
        <translation>更多页面操作</translation>
    </message>
    <message>
        <source>Next page (→)</source>
        <translation>下一页 (→)</translation>
    </message>
    <message>
        <source>Page list	F4</source>
        <translation>页面列表	F4</translation>
    </message>
    <message>
        <source>Page {page} of {pages}</source>
        <translation>第 {page} 页，共 {pages} 页</translation>
    </message>
    <message>
        <source>Previous page (←)</source>
        <translation>上一页 (←)</translation>
    </message>
    <message>
        <source>Smaller	−</source>
        <translation>缩小	−</translation>
    </message>
    <message>
        <source>Smaller (−)</source>
        <translation>缩小 (−)</translation>
    </message>
    <message>
        <source>Turn left</source>
        <translation>向左旋转</translation>
    </message>
    <message>
        <source>Turn right	Ctrl+R</source>
        <translation>向右旋转	Ctrl+R</translation>
    </message>
    <message>
        <source>of {pages}</source>
        <translation>/ {pages}</translation>
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
        <translation>转到页面 (Ctrl+G)</translation>
    </message>
    <message>
        <source>Page number</source>
        <translation>页码</translation>
    </message>
</context>
<context>
    <name>PageBrowser</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Select all of this page</source>
        <translation>全选此页</translation>
    </message>
    <message>
        <source>Turn left</source>
        <translation>向左旋转</translation>
    </message>
    <message>
        <source>Turn right</source>
        <translation>向右旋转</translation>
    </message>
</context>
<context>
    <name>PageCommands</name>
    <message>
        <source>No sentence of the answer uses this passage.</source>
        <translation>回答中没有句子使用此段落。</translation>
    </message>
    <message>
        <source>Saved as test question: {file}</source>
        <translation>已保存为测试问题：{file}</translation>
    </message>
    <message>
        <source>Sentence {number} of {count}</source>
        <translation>第 {number} 句，共 {count} 句</translation>
    </message>
</context>
<context>
    <name>PageSwitch</name>
    <message>
        <source>All documents</source>
        <translation>全部文档</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>提问</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>核查</translation>
    </message>
    <message>
        <source>Page: {name}</source>
        <translation>页面：{name}</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
</context>
<context>
    <name>PageTools</name>
    <message>
        <source>Copy citation</source>
        <translation>复制引用</translation>
    </message>
    <message>
        <source>Find (Ctrl+F)</source>
        <translation>查找 (Ctrl+F)</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
</context>
<context>
    <name>PageView</name>
    <message>
        <source>Opening the page…</source>
        <translation>正在打开页面…</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页</translation>
    </message>
</context>
<context>
    <name>PaletteCommands</name>
    <message>
        <source>Library</source>
        <translation>资料库</translation>
    </message>
</context>
<context>
    <name>PalettePopup</name>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Enter: choose · Esc: close</source>
        <translation>Enter：选择 · Esc：关闭</translation>
    </message>
    <message>
        <source>Enter: open · Ctrl+Enter: ask only this file</source>
        <translation>Enter：打开 · Ctrl+Enter：仅向此文件提问</translation>
    </message>
    <message>
        <source>Find a command, library, conversation or file</source>
        <translation>查找命令、资料库、对话或文件</translation>
    </message>
    <message>
        <source>Nothing fits “{query}”.</source>
        <translation>没有与“{query}”匹配的内容。</translation>
    </message>
</context>
<context>
    <name>PassageQuote</name>
    <message>
        <source>Show in document</source>
        <translation>在文档中显示</translation>
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
        <translation>在回答中</translation>
    </message>
    <message>
        <source>Passage</source>
        <translation>段落</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>随后</translation>
    </message>
</context>
<context>
    <name>PassageViewer</name>
    <message>
        <source>Copy link</source>
        <translation>复制链接</translation>
    </message>
    <message>
        <source>Save a copy with highlights…</source>
        <translation>保存带高亮的副本…</translation>
    </message>
    <message>
        <source>The file that this note is about isn&apos;t in this library.</source>
        <translation>此笔记所涉及的文件不在此资料库中。</translation>
    </message>
</context>
<context>
    <name>PassagesPage</name>
    <message>
        <source>Bold passages are sources of the answer. Click one to see its page.</source>
        <translation>粗体段落是回答的来源。单击可查看所在页面。</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>段落</translation>
    </message>
    <message>
        <source>This passage is not among the answer&apos;s sources, so it cannot be opened here.</source>
        <translation>此段落不是回答的来源，因此无法在此打开。</translation>
    </message>
</context>
<context>
    <name>PostprocessorCard</name>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
</context>
<context>
    <name>PostprocessorList</name>
    <message>
        <source>Add a step</source>
        <translation>添加步骤</translation>
    </message>
</context>
<context>
    <name>PreviewLine</name>
    <message>
        <source>Counting the files…</source>
        <translation>正在统计文件…</translation>
    </message>
    <message>
        <source>Show what is left out</source>
        <translation>显示被排除的内容</translation>
    </message>
</context>
<context>
    <name>ProgramsDialog</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Connect a program</source>
        <translation>连接程序</translation>
    </message>
    <message>
        <source>Local API</source>
        <translation>本地 API</translation>
    </message>
    <message>
        <source>MCP</source>
        <translation>MCP</translation>
    </message>
    <message>
        <source>Shared libraries</source>
        <translation>共享的资料库</translation>
    </message>
</context>
<context>
    <name>ProgramsRow</name>
    <message>
        <source>Connect a program…</source>
        <translation>连接程序…</translation>
    </message>
    <message>
        <source>MCP, the local API, and the libraries that other programs of this computer may ask.</source>
        <translation>设置 MCP、本地 API，以及本机的其他程序可以查询的资料库。</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>其他程序</translation>
    </message>
</context>
<context>
    <name>PromptModel</name>
    <message>
        <source>Cannot be used</source>
        <translation>无法使用</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>已修改</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
</context>
<context>
    <name>PromptsPage</name>
    <message>
        <source>Prompts</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Reset to default</source>
        <translation>恢复默认</translation>
    </message>
    <message>
        <source>Variables are filled in when the prompt is sent. Click one to insert it.</source>
        <translation>变量在发送提示词时填入。单击可插入。</translation>
    </message>
</context>
<context>
    <name>PullDialog</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Download a model for {connection}</source>
        <translation>为 {connection} 下载模型</translation>
    </message>
    <message>
        <source>Enter the name of a model.</source>
        <translation>请输入模型名称。</translation>
    </message>
    <message>
        <source>Find names</source>
        <translation>查找名称</translation>
    </message>
    <message>
        <source>Name of the model</source>
        <translation>模型名称</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stopped. The server continues here the next time.</source>
        <translation>已停止。下次服务器将从此处继续。</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>{connection} downloads the model and keeps it. A “4b” model takes about 2.5 GB.</source>
        <translation>{connection} 会下载并保留该模型。“4b”模型约占 2.5 GB。</translation>
    </message>
    <message>
        <source>{model} is there.</source>
        <translation>{model} 已就绪。</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>&amp;Look in:</source>
        <translation>位置(&amp;L)：</translation>
    </message>
    <message>
        <source>Files of &amp;type:</source>
        <translation>文件类型(&amp;T)：</translation>
    </message>
</context>
<context>
    <name>QuestionBox</name>
    <message>
        <source>Ask</source>
        <translation>提问</translation>
    </message>
    <message>
        <source>Ask (Enter)</source>
        <translation>提问 (Enter)</translation>
    </message>
    <message>
        <source>Ask your files…</source>
        <translation>向文件提问…</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>附加文件</translation>
    </message>
    <message>
        <source>Describe a task…</source>
        <translation>描述任务…</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Find passages…</source>
        <translation>查找段落…</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop (Esc). The answer so far is kept.</source>
        <translation>停止 (Esc)。已生成的回答会保留。</translation>
    </message>
    <message>
        <source>Summarise</source>
        <translation>总结</translation>
    </message>
    <message>
        <source>What should be summarised?</source>
        <translation>要总结什么？</translation>
    </message>
    <message>
        <source>Write a message…</source>
        <translation>输入消息…</translation>
    </message>
</context>
<context>
    <name>QuestionDialog</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Expected sources</source>
        <translation>预期来源</translation>
    </message>
    <message>
        <source>One file per line, by name or full path. Add “, page 12” if only that page counts.</source>
        <translation>每行一个文件，写名称或完整路径。若只计某一页，请加“, page 12”。</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Test question</source>
        <translation>测试问题</translation>
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
        <translation>添加…</translation>
    </message>
    <message>
        <source>Ask all</source>
        <translation>全部提问</translation>
    </message>
    <message>
        <source>Asking {count}…</source>
        <translation>正在提问 {count}…</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>正在提问…</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Keep as “before”</source>
        <translation>保留为“之前”</translation>
    </message>
    <message>
        <source>Questions for which you know the right source. Ask them before and after you change settings. The best score is 1.</source>
        <translation>已知正确来源的问题。在更改设置前后各提问一次。最高得分为 1。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Saved.</source>
        <translation>已保存。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Test questions</source>
        <translation>测试问题</translation>
    </message>
    <message>
        <source>Test questions of “{name}”</source>
        <translation>“{name}”的测试问题</translation>
    </message>
</context>
<context>
    <name>QuestionSetFiles</name>
    <message>
        <source>Export questions</source>
        <translation>导出问题</translation>
    </message>
    <message>
        <source>Import questions</source>
        <translation>导入问题</translation>
    </message>
</context>
<context>
    <name>QuestionTools</name>
    <message>
        <source>Advanced</source>
        <translation>高级</translation>
    </message>
    <message>
        <source>Advanced settings in use</source>
        <translation>正在使用高级设置</translation>
    </message>
    <message>
        <source>Changed for this conversation: {what}</source>
        <translation>此对话的更改：{what}</translation>
    </message>
    <message>
        <source>Libraries asked: {names}</source>
        <translation>查询的资料库：{names}</translation>
    </message>
    <message>
        <source>Mode: {name}</source>
        <translation>模式：{name}</translation>
    </message>
    <message>
        <source>Search and answer settings (Ctrl+Shift+A)</source>
        <translation>搜索和回答设置 (Ctrl+Shift+A)</translation>
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
        <translation>在 Zotero 中打开</translation>
    </message>
    <message>
        <source>Show the page that this note is about</source>
        <translation>显示此笔记所涉及的页面</translation>
    </message>
</context>
<context>
    <name>RegisterModel</name>
    <message>
        <source>About</source>
        <translation>事项</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Sentence</source>
        <translation>句子</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
</context>
<context>
    <name>RegisterSection</name>
    <message>
        <source>About {tokens} tokens of {model}.</source>
        <translation>约需 {model} 的 {tokens} 个 token。</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>所有类型</translation>
    </message>
    <message>
        <source>Ask the model</source>
        <translation>询问模型</translation>
    </message>
    <message>
        <source>Ask the model too</source>
        <translation>也询问模型</translation>
    </message>
    <message>
        <source>At the prices in the settings they cost about {cost}.</source>
        <translation>按设置中的价格，费用约为 {cost}。</translation>
    </message>
    <message>
        <source>Export the register</source>
        <translation>导出登记表</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Filter by words, file or sentence</source>
        <translation>按词语、文件或句子筛选</translation>
    </message>
    <message>
        <source>It depends on something else, and is not computed.</source>
        <translation>它取决于其他事项，因此不作计算。</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Look through the documents again</source>
        <translation>再次查看文档</translation>
    </message>
    <message>
        <source>Looking through the documents: {done} of {total}</source>
        <translation>正在查看文档：{done} / {total}</translation>
    </message>
    <message>
        <source>Looking through the documents…</source>
        <translation>正在查看文档…</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>暂不</translation>
    </message>
    <message>
        <source>Only what has a date, in order</source>
        <translation>仅按顺序显示有日期的内容</translation>
    </message>
    <message>
        <source>Parts of texts for the model to read: {parts}, in {documents} documents.</source>
        <translation>模型要读的文本部分：{parts} 个，位于 {documents} 个文档中。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>The document does not say which of two days this is.</source>
        <translation>文档没有说明是这两天中的哪一天。</translation>
    </message>
    <message>
        <source>The model found it; its words stand in this sentence.</source>
        <translation>由模型找到；其文字就在这句话中。</translation>
    </message>
    <message>
        <source>The model looks for what the rules miss. Only what stands in a sentence is listed.</source>
        <translation>模型查找规则遗漏的内容。只列出句子中写有的内容。</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>To calendar…</source>
        <translation>写入日历…</translation>
    </message>
    <message>
        <source>Write a calendar</source>
        <translation>写入日历</translation>
    </message>
    <message>
        <source>{shown} of {rows} rows</source>
        <translation>{shown} / {rows} 行</translation>
    </message>
</context>
<context>
    <name>RegisterWords</name>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>Could not be read: {files}.</source>
        <translation>无法读取：{files}。</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Deadline</source>
        <translation>期限</translation>
    </message>
    <message>
        <source>Left out, because no sentence says it: {count}.</source>
        <translation>因没有句子写明而略去：{count} 项。</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Party</source>
        <translation>当事人</translation>
    </message>
    <message>
        <source>The model read {answered} of {parts} parts.</source>
        <translation>模型读取了 {parts} 个部分中的 {answered} 个。</translation>
    </message>
    <message>
        <source>{file}, page {label}</source>
        <translation>{file}，第 {label} 页</translation>
    </message>
    <message>
        <source>{file}, slide {label}</source>
        <translation>{file}，幻灯片 {label}</translation>
    </message>
    <message>
        <source>{kind} (model)</source>
        <translation>{kind}（模型）</translation>
    </message>
    <message>
        <source>{one} or {other}</source>
        <translation>{one} 或 {other}</translation>
    </message>
    <message>
        <source>{read} of {files} documents looked through.</source>
        <translation>已查看 {files} 个文档中的 {read} 个。</translation>
    </message>
</context>
<context>
    <name>ResultList</name>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
</context>
<context>
    <name>ResultMenus</name>
    <message>
        <source>Ask about the selected files</source>
        <translation>就所选文件提问</translation>
    </message>
    <message>
        <source>Ask about this file</source>
        <translation>就此文件提问</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>复制链接</translation>
    </message>
    <message>
        <source>Make a table of these files</source>
        <translation>用这些文件制作表格</translation>
    </message>
    <message>
        <source>Make a table of this file</source>
        <translation>用此文件制作表格</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>Save as test question: page {page} is right</source>
        <translation>保存为测试问题：第 {page} 页正确</translation>
    </message>
    <message>
        <source>Save as test question: this file is right</source>
        <translation>保存为测试问题：此文件正确</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Show page</source>
        <translation>显示页面</translation>
    </message>
</context>
<context>
    <name>SaveDialog</name>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Replace “{file}”?</source>
        <translation>要替换“{file}”吗？</translation>
    </message>
    <message>
        <source>There is a file of this name in the folder.</source>
        <translation>文件夹中已有同名文件。</translation>
    </message>
</context>
<context>
    <name>Scope</name>
    <message>
        <source>Last year</source>
        <translation>去年</translation>
    </message>
    <message>
        <source>This month</source>
        <translation>本月</translation>
    </message>
    <message>
        <source>This week</source>
        <translation>本周</translation>
    </message>
    <message>
        <source>This year</source>
        <translation>今年</translation>
    </message>
    <message>
        <source>last changed then</source>
        <translation>在该时段内修改</translation>
    </message>
    <message>
        <source>since {day}</source>
        <translation>自 {day} 起</translation>
    </message>
    <message>
        <source>{type} files</source>
        <translation>{type} 文件</translation>
    </message>
</context>
<context>
    <name>ScopeChips</name>
    <message>
        <source>Asking only {what}. Press to remove.</source>
        <translation>仅向 {what} 提问。按下可移除。</translation>
    </message>
    <message>
        <source>Click to remove</source>
        <translation>单击可移除</translation>
    </message>
    <message>
        <source>Only in</source>
        <translation>仅限</translation>
    </message>
    <message>
        <source>What is asked</source>
        <translation>提问范围</translation>
    </message>
</context>
<context>
    <name>Search</name>
    <message numerus="yes">
        <source>%Ln more in this file</source>
        <translation>
            <numerusform>此文件中还有 %Ln 处</numerusform>
        </translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>任何时间</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>压缩包</translation>
    </message>
    <message>
        <source>Book</source>
        <translation>图书</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>最近 7 天</translation>
    </message>
    <message>
        <source>Last month</source>
        <translation>最近一个月</translation>
    </message>
    <message>
        <source>Last year</source>
        <translation>最近一年</translation>
    </message>
    <message>
        <source>Mail</source>
        <translation>邮件</translation>
    </message>
    <message>
        <source>No passage contains these words · {files} close in meaning</source>
        <translation>没有段落包含这些词语 · {files}含义相近</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Presentation</source>
        <translation>演示文稿</translation>
    </message>
    <message>
        <source>Show more files</source>
        <translation>显示更多文件</translation>
    </message>
    <message>
        <source>Spreadsheet</source>
        <translation>电子表格</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>Word</translation>
    </message>
    <message numerus="yes">
        <source>also in %Ln other files</source>
        <translation>
            <numerusform>另见 %Ln 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>file name</source>
        <translation>文件名</translation>
    </message>
</context>
<context>
    <name>SearchBox</name>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
</context>
<context>
    <name>SearchEdit</name>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search in these files</source>
        <translation>在这些文件中搜索</translation>
    </message>
</context>
<context>
    <name>SearchPane</name>
    <message>
        <source>Ask about the {count} selected files</source>
        <translation>就所选的 {count} 个文件提问</translation>
    </message>
    <message>
        <source>Ask about these results</source>
        <translation>就这些结果提问</translation>
    </message>
    <message>
        <source>Ask each of these files the questions of a review table</source>
        <translation>向每个文件提出表格中的问题</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>资料库</translation>
    </message>
    <message>
        <source>Make a table</source>
        <translation>制作表格</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>by words only: {reason}</source>
        <translation>仅按词语：{reason}</translation>
    </message>
    <message>
        <source>did you mean “{query}”?</source>
        <translation>您是否要找“{query}”？</translation>
    </message>
</context>
<context>
    <name>Section</name>
    <message>
        <source>Calendar (*.ics)</source>
        <translation>日历 (*.ics)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Saved to “{name}”.</source>
        <translation>已保存到“{name}”。</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>网页 (*.html)</translation>
    </message>
    <message>
        <source>Word document (*.docx)</source>
        <translation>Word 文档 (*.docx)</translation>
    </message>
    <message>
        <source>Workbook (*.xlsx)</source>
        <translation>工作簿 (*.xlsx)</translation>
    </message>
</context>
<context>
    <name>SettingEntries</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>answer length maximum tokens</source>
        <translation>回答长度 最大词元数</translation>
    </message>
    <message>
        <source>chunk size chunks tokens</source>
        <translation>分块大小 块大小 分块 词元 chunk size</translation>
    </message>
    <message>
        <source>context length tokens num_ctx</source>
        <translation>上下文长度 词元 num_ctx</translation>
    </message>
    <message>
        <source>font size zoom scale larger smaller</source>
        <translation>字号 字体大小 缩放 放大 缩小</translation>
    </message>
    <message>
        <source>hotkeys key bindings</source>
        <translation>快捷键 热键 按键绑定</translation>
    </message>
    <message>
        <source>llm language model</source>
        <translation>LLM 语言模型 大模型</translation>
    </message>
    <message>
        <source>proxy internet connection privacy network</source>
        <translation>代理 互联网 连接 隐私 网络 proxy</translation>
    </message>
    <message>
        <source>reranking filters cutoff score</source>
        <translation>重排序 过滤 阈值 分数</translation>
    </message>
    <message>
        <source>retriever hybrid keyword vector semantic</source>
        <translation>检索器 混合 关键词 向量 语义</translation>
    </message>
    <message>
        <source>theme dark mode light mode contrast colours</source>
        <translation>主题 深色模式 浅色模式 对比度 颜色 theme</translation>
    </message>
    <message>
        <source>timeout wait seconds</source>
        <translation>超时 等待 秒</translation>
    </message>
    <message>
        <source>top k chunks number of sources results</source>
        <translation>top k 分块 来源数量 结果数量</translation>
    </message>
    <message>
        <source>translation locale English Deutsch 日本語 中文</source>
        <translation>翻译 language English Deutsch 日本語 中文</translation>
    </message>
    <message>
        <source>url server endpoint host port api proxy</source>
        <translation>URL 服务器 端点 主机 端口 API 代理</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Export or import</source>
        <translation>导出或导入</translation>
    </message>
    <message>
        <source>Export settings without keys and passwords</source>
        <translation>导出设置（不含密钥和密码）</translation>
    </message>
    <message>
        <source>Export settings…</source>
        <translation>导出设置…</translation>
    </message>
    <message>
        <source>Import settings</source>
        <translation>导入设置</translation>
    </message>
    <message>
        <source>Import settings…</source>
        <translation>导入设置…</translation>
    </message>
    <message>
        <source>Keys and passwords stay as they are.</source>
        <translation>密钥和密码保持不变。</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Replace all settings with those of “{file}”?</source>
        <translation>要用“{file}”中的设置替换所有设置吗？</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>The other settings are imported.</source>
        <translation>其他设置已导入。</translation>
    </message>
</context>
<context>
    <name>SharedPage</name>
    <message>
        <source>Other programs find only the libraries that are ticked here. What they read may go to the servers of their models.</source>
        <translation>其他程序只能找到此处勾选的资料库。它们读到的内容可能会发送到其模型的服务器。</translation>
    </message>
    <message>
        <source>There is no library yet.</source>
        <translation>还没有资料库。</translation>
    </message>
</context>
<context>
    <name>ShortcutRow</name>
    <message>
        <source>Also used by {commands}.</source>
        <translation>{commands} 也在使用。</translation>
    </message>
    <message>
        <source>Keys for “{command}”</source>
        <translation>“{command}”的按键</translation>
    </message>
    <message>
        <source>Usual keys for “{command}”</source>
        <translation>“{command}”的默认按键</translation>
    </message>
</context>
<context>
    <name>ShortcutSheet</name>
    <message>
        <source>Ask</source>
        <translation>提问</translation>
    </message>
    <message>
        <source>Boxes, lists and answers</source>
        <translation>输入框、列表和回答</translation>
    </message>
    <message>
        <source>Change shortcuts…</source>
        <translation>更改快捷键…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>命令及其按键</translation>
    </message>
    <message>
        <source>Document larger, smaller</source>
        <translation>放大、缩小文档</translation>
    </message>
    <message>
        <source>Document: fit width, fit page, actual size</source>
        <translation>文档：适合宽度、适合页面、实际大小</translation>
    </message>
    <message>
        <source>Find a command or key</source>
        <translation>查找命令或按键</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Menu of the chosen row</source>
        <translation>所选行的菜单</translation>
    </message>
    <message>
        <source>New line in the question</source>
        <translation>在问题中换行</translation>
    </message>
    <message>
        <source>Next or previous number in an answer</source>
        <translation>回答中的下一个或上一个数字</translation>
    </message>
    <message>
        <source>No command fits.</source>
        <translation>没有匹配的命令。</translation>
    </message>
    <message>
        <source>Open the document of a number</source>
        <translation>打开数字对应的文档</translation>
    </message>
    <message>
        <source>Open the guide</source>
        <translation>打开指南</translation>
    </message>
    <message>
        <source>Rename the chosen library or conversation</source>
        <translation>重命名所选的资料库或对话</translation>
    </message>
</context>
<context>
    <name>Shortcuts</name>
    <message>
        <source> or </source>
        <translation> 或 </translation>
    </message>
    <message>
        <source>Give one of them other keys.</source>
        <translation>请为其中一个设置其他按键。</translation>
    </message>
    <message>
        <source>“{first}” and “{second}” have the same keys.</source>
        <translation>“{first}”和“{second}”的按键相同。</translation>
    </message>
</context>
<context>
    <name>ShortcutsEditor</name>
    <message>
        <source>Reset all</source>
        <translation>全部重置</translation>
    </message>
</context>
<context>
    <name>SideBySide</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>Show again</source>
        <translation>重新显示</translation>
    </message>
</context>
<context>
    <name>SourceChips</name>
    <message>
        <source>Click to remove</source>
        <translation>单击可移除</translation>
    </message>
    <message>
        <source>What is asked as well</source>
        <translation>另外查询的内容</translation>
    </message>
    <message>
        <source>{name} (deleted)</source>
        <translation>{name}（已删除）</translation>
    </message>
    <message>
        <source>{what} is asked too. Press to remove.</source>
        <translation>同时查询 {what}。按下可移除。</translation>
    </message>
    <message>
        <source>{what} is attached. Press to remove.</source>
        <translation>已附加 {what}。按下可移除。</translation>
    </message>
</context>
<context>
    <name>SourceList</name>
    <message>
        <source>Copy link</source>
        <translation>复制链接</translation>
    </message>
    <message>
        <source>Open in Zotero</source>
        <translation>在 Zotero 中打开</translation>
    </message>
    <message>
        <source>Save as test question: page {page} is right</source>
        <translation>保存为测试问题：第 {page} 页正确</translation>
    </message>
    <message>
        <source>Save as test question: this file is right</source>
        <translation>保存为测试问题：此文件正确</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>This answers it</source>
        <translation>这回答了问题</translation>
    </message>
</context>
<context>
    <name>SourceModel</name>
    <message>
        <source>Folded</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <source>Found but not used · {count}</source>
        <translation>找到但未使用 · {count}</translation>
    </message>
    <message>
        <source>Unfolded</source>
        <translation>已展开</translation>
    </message>
</context>
<context>
    <name>SourceNotice</name>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>The file is being read again. Its new text appears here.</source>
        <translation>正在重新读取文件。新文本将显示在此处。</translation>
    </message>
    <message>
        <source>This is the text as it was read.</source>
        <translation>这是读取时的文本。</translation>
    </message>
    <message>
        <source>This is “{name}” as it was until {time}, in words only.</source>
        <translation>这是 {time} 之前的“{name}”，仅文本。</translation>
    </message>
    <message>
        <source>“{name}” can&apos;t be reached: it was moved or deleted, or its drive is not connected.</source>
        <translation>无法访问“{name}”：已被移动或删除，或其驱动器未连接。</translation>
    </message>
    <message>
        <source>“{name}” has changed since it was read.</source>
        <translation>“{name}”在读取后已更改。</translation>
    </message>
</context>
<context>
    <name>SourcePane</name>
    <message>
        <source>Choose a result to see its page, with the passage marked.</source>
        <translation>选择一个结果，查看标出段落的页面。</translation>
    </message>
    <message>
        <source>Citation copied</source>
        <translation>已复制引用</translation>
    </message>
    <message>
        <source>Click a number in an answer to see its page, with the passage marked.</source>
        <translation>单击回答中的数字，查看标出段落的页面。</translation>
    </message>
    <message>
        <source>Hide sources</source>
        <translation>隐藏来源</translation>
    </message>
    <message>
        <source>Link copied</source>
        <translation>链接已复制</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Show where the answer uses the source</source>
        <translation>显示回答引用此来源之处</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Sources appear here</source>
        <translation>来源显示在此处</translation>
    </message>
    <message>
        <source>The page appears here</source>
        <translation>页面显示在此处</translation>
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
        <translation>添加要提问的文件。它们保留在原处。</translation>
    </message>
    <message>
        <source>Answers come from {files}. Each statement shows where it was found.</source>
        <translation>回答出自 {files}。每条陈述都标明出处。</translation>
    </message>
    <message>
        <source>Ask questions of your own files</source>
        <translation>向自己的文件提问</translation>
    </message>
    <message>
        <source>Ask “{name}”</source>
        <translation>向“{name}”提问</translation>
    </message>
    <message>
        <source>Reading “{name}”</source>
        <translation>正在读取“{name}”</translation>
    </message>
    <message>
        <source>There is no library, but your conversations can still be read.</source>
        <translation>目前没有资料库，但仍可阅读以前的对话。</translation>
    </message>
    <message>
        <source>You can ask as soon as the first files have been read.</source>
        <translation>读取首批文件后即可提问。</translation>
    </message>
    <message>
        <source>“{name}” is empty</source>
        <translation>“{name}”为空</translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message>
        <source>Looked through the list of files</source>
        <translation>查看了文件列表</translation>
    </message>
    <message>
        <source>Read {file}</source>
        <translation>阅读了 {file}</translation>
    </message>
    <message>
        <source>Read {file}, page {page}</source>
        <translation>阅读了 {file}，第 {page} 页</translation>
    </message>
    <message>
        <source>Read {file}, pages {first}–{last}</source>
        <translation>阅读了 {file}，第 {first}–{last} 页</translation>
    </message>
    <message>
        <source>Searched for “{query}”</source>
        <translation>搜索了“{query}”</translation>
    </message>
    <message>
        <source>Summarised</source>
        <translation>已总结</translation>
    </message>
    <message>
        <source>Summarised {what}</source>
        <translation>总结了 {what}</translation>
    </message>
    <message>
        <source>Thought about the next step</source>
        <translation>思考了下一步</translation>
    </message>
    <message>
        <source>Used {tool}</source>
        <translation>使用了 {tool}</translation>
    </message>
</context>
<context>
    <name>StepsView</name>
    <message numerus="yes">
        <source>%Ln steps</source>
        <translation>
            <numerusform>%Ln 个步骤</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StoredText</name>
    <message>
        <source>Larger</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Opening the text…</source>
        <translation>正在打开文本…</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Usual size</source>
        <translation>正常大小</translation>
    </message>
</context>
<context>
    <name>SummaryPage</name>
    <message>
        <source>After searching</source>
        <translation>搜索之后</translation>
    </message>
    <message>
        <source>Ask again to see how the answer comes about.</source>
        <translation>请重新提问，以查看回答的形成过程。</translation>
    </message>
    <message>
        <source>Context window</source>
        <translation>上下文窗口</translation>
    </message>
    <message>
        <source>Everything else</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>No details were recorded for this answer.</source>
        <translation>未记录此回答的详情。</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>段落</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Searched for</source>
        <translation>搜索内容</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Time: {time}</source>
        <translation>用时：{time}</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>及其他 {count} 项</translation>
    </message>
    <message>
        <source>{found} found, {read} in the answer&apos;s sources, {cited} cited</source>
        <translation>找到 {found} 个，{read} 个为回答来源，{cited} 个被引用</translation>
    </message>
</context>
<context>
    <name>TableModel</name>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Locked: later runs leave it as it is.</source>
        <translation>已锁定：之后的运行不会改动它。</translation>
    </message>
</context>
<context>
    <name>TableSection</name>
    <message>
        <source>About {time} without a model.</source>
        <translation>不使用模型约需 {time}。</translation>
    </message>
    <message>
        <source>About {tokens} tokens of {model}.</source>
        <translation>约需 {model} 的 {tokens} 个 token。</translation>
    </message>
    <message>
        <source>All cells are filled; of these failed: {count}.</source>
        <translation>所有单元格均已填写；其中失败：{count}。</translation>
    </message>
    <message>
        <source>Answered from the rows of {count} documents.</source>
        <translation>根据 {count} 个文档的行作答。</translation>
    </message>
    <message>
        <source>Asking the documents: {done} of {total}</source>
        <translation>正在询问文档：{done}/{total}</translation>
    </message>
    <message>
        <source>At the prices in the settings they cost about {cost}.</source>
        <translation>按设置中的价格，费用约为 {cost}。</translation>
    </message>
    <message>
        <source>At this rate the rest takes about {time}.</source>
        <translation>按此速度，其余部分约需 {time}。</translation>
    </message>
    <message>
        <source>By “{column}”</source>
        <translation>按“{column}”</translation>
    </message>
    <message>
        <source>Cells not filled yet: {count}.</source>
        <translation>尚未填写的单元格：{count}。</translation>
    </message>
    <message>
        <source>Cells to fill: {cells}, in {documents} documents.</source>
        <translation>待填写的单元格：{cells} 个，涉及 {documents} 个文档。</translation>
    </message>
    <message>
        <source>Change what the table asks, or share its columns as a file.</source>
        <translation>更改表格要问的内容，或将其列作为文件共享。</translation>
    </message>
    <message>
        <source>Check a cell</source>
        <translation>核对单元格</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Export the table</source>
        <translation>导出表格</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Fill</source>
        <translation>填写</translation>
    </message>
    <message>
        <source>Fill all</source>
        <translation>全部填写</translation>
    </message>
    <message>
        <source>Fill the rest</source>
        <translation>填写其余</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>分组依据</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁定</translation>
    </message>
    <message>
        <source>Look at the rows that are filled before the rest is.</source>
        <translation>请先查看已填写的行，再填写其余部分。</translation>
    </message>
    <message>
        <source>Most cost</source>
        <translation>费用上限</translation>
    </message>
    <message>
        <source>No groups</source>
        <translation>不分组</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>无限制</translation>
    </message>
    <message>
        <source>No row fits.</source>
        <translation>没有符合的行。</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>暂不</translation>
    </message>
    <message>
        <source>Not stated</source>
        <translation>未说明</translation>
    </message>
    <message>
        <source>Only the first {count} rows are shown.</source>
        <translation>仅显示前 {count} 行。</translation>
    </message>
    <message>
        <source>Columns…</source>
        <translation>列…</translation>
    </message>
    <message>
        <source>Ask the table…</source>
        <translation>向表格提问…</translation>
    </message>
    <message>
        <source>By file, value or state.</source>
        <translation>按文件、值或状态。</translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation>筛选行</translation>
    </message>
    <message>
        <source>In words, or as SELECT … FROM documents.</source>
        <translation>用文字，或写成 SELECT … FROM documents。</translation>
    </message>
    <message>
        <source>New table…</source>
        <translation>新建表格…</translation>
    </message>
    <message>
        <source>Open the passage</source>
        <translation>打开段落</translation>
    </message>
    <message>
        <source>Question to the table</source>
        <translation>对表的提问</translation>
    </message>
    <message>
        <source>Set by hand. Found: {value}</source>
        <translation>手动填写。找到的值：{value}</translation>
    </message>
    <message>
        <source>Set five cells of a column yourself: the table then tells how often it is right.</source>
        <translation>请自行填写某一列的五个单元格：之后表格会显示该列的正确率。</translation>
    </message>
    <message>
        <source>Set the value…</source>
        <translation>填写值…</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>Show only these</source>
        <translation>只显示这些</translation>
    </message>
    <message>
        <source>Since the last run: documents that are new {new}, that are gone {gone}, cells that differ {cells}.</source>
        <translation>自上次运行以来：新增文档 {new}，消失的文档 {gone}，有变化的单元格 {cells}。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop at</source>
        <translation>停止于</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>The limit is reached. Cells not filled yet: {count}.</source>
        <translation>已达到上限。尚未填写的单元格：{count}。</translation>
    </message>
    <message>
        <source>The model is asked until it cost so much; then you can continue.</source>
        <translation>询问模型，直到费用达到此上限；之后可以继续。</translation>
    </message>
    <message>
        <source>This run cost about {cost}.</source>
        <translation>本次运行费用约为 {cost}。</translation>
    </message>
    <message>
        <source>Try these again</source>
        <translation>重试这些</translation>
    </message>
    <message>
        <source>Try {count} documents</source>
        <translation>先试 {count} 个文档</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>解除锁定</translation>
    </message>
    <message>
        <source>Use what was found</source>
        <translation>使用找到的值</translation>
    </message>
    <message>
        <source>Values are quoted, without a model.</source>
        <translation>值为引用，未使用模型。</translation>
    </message>
    <message>
        <source>{column}: without a value {count} ({state}).</source>
        <translation>{column}：无值 {count} 个（{state}）。</translation>
    </message>
    <message>
        <source>{column}: {agreed} of {filled} agree with you ({low} to {high}).</source>
        <translation>{column}：{filled} 个中有 {agreed} 个与您一致（{low} 至 {high}）。</translation>
    </message>
    <message>
        <source>{column}: {agreed} of {filled} agree with you. Five tell a rate.</source>
        <translation>{column}：{filled} 个中有 {agreed} 个与您一致。满五个即给出比率。</translation>
    </message>
    <message>
        <source>{read} of {files} documents read.</source>
        <translation>已读取 {files} 个文档中的 {read} 个。</translation>
    </message>
</context>
<context>
    <name>TableWords</name>
    <message>
        <source>Amount of money</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Number with unit</source>
        <translation>带单位的数字</translation>
    </message>
    <message>
        <source>One of several choices</source>
        <translation>多个选项之一</translation>
    </message>
    <message>
        <source>Person or company</source>
        <translation>个人或公司</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Yes or no</source>
        <translation>是或否</translation>
    </message>
    <message>
        <source>disagrees</source>
        <translation>前后不一致</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>found</source>
        <translation>已找到</translation>
    </message>
    <message>
        <source>not asked</source>
        <translation>未询问</translation>
    </message>
    <message>
        <source>not filled yet</source>
        <translation>尚未填写</translation>
    </message>
    <message>
        <source>not readable</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>未说明</translation>
    </message>
    <message>
        <source>set by hand</source>
        <translation>手动设置</translation>
    </message>
</context>
<context>
    <name>TestQuestions</name>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>Better</source>
        <translation>更好</translation>
    </message>
    <message>
        <source>Expected source</source>
        <translation>预期来源</translation>
    </message>
    <message>
        <source>Later runs are compared with this one.</source>
        <translation>后续结果将与此次比较。</translation>
    </message>
    <message>
        <source>No source yet</source>
        <translation>尚无来源</translation>
    </message>
    <message>
        <source>No test questions yet. Choose “Save as test question” from the menu of a source or a search result, or add one here.</source>
        <translation>暂无测试问题。请在来源或搜索结果的菜单中选择“保存为测试问题”，或在此添加。</translation>
    </message>
    <message>
        <source>Not asked yet.</source>
        <translation>尚未提问。</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>The questions have changed since the saved result, so the scores can&apos;t be compared.</source>
        <translation>自保存结果以来问题已更改，因此无法比较得分。</translation>
    </message>
    <message>
        <source>Worse</source>
        <translation>更差</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>rank {rank}</source>
        <translation>第 {rank} 位</translation>
    </message>
    <message>
        <source>{file}, page {page}</source>
        <translation>{file}，第 {page} 页</translation>
    </message>
    <message>
        <source>{places} (the words you showed are gone)</source>
        <translation>{places}（您指出的文字已不存在）</translation>
    </message>
</context>
<context>
    <name>TextPage</name>
    <message>
        <source>Nothing.</source>
        <translation>无。</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>接收</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
</context>
<context>
    <name>ThoughtsView</name>
    <message>
        <source>Thinking…</source>
        <translation>正在思考…</translation>
    </message>
    <message>
        <source>Thought for {time}</source>
        <translation>思考了 {time}</translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation>思考过程</translation>
    </message>
    <message>
        <source>What the model thought</source>
        <translation>模型的思考内容</translation>
    </message>
</context>
<context>
    <name>ThreadRow</name>
    <message numerus="yes">
        <source>%Ln messages of this thread</source>
        <translation>
            <numerusform>此往来的 %Ln 封邮件</numerusform>
        </translation>
    </message>
    <message>
        <source>Ask about these messages</source>
        <translation>针对这些邮件提问</translation>
    </message>
</context>
<context>
    <name>ThumbnailList</name>
    <message>
        <source>Page list</source>
        <translation>页面列表</translation>
    </message>
</context>
<context>
    <name>Tour</name>
    <message>
        <source>Add folders here, or drop them anywhere. Your files stay where they are and are never changed.</source>
        <translation>在此添加文件夹，或拖到任意位置。文件保留在原处，绝不会被更改。</translation>
    </message>
    <message>
        <source>Ask here in your own words. With @ you ask only some files or folders.</source>
        <translation>在此用自己的话提问。用 @ 可仅向部分文件或文件夹提问。</translation>
    </message>
    <message>
        <source>Click a number in an answer to see its page here, with the passage marked.</source>
        <translation>单击回答中的数字，在此查看标出段落的页面。</translation>
    </message>
    <message>
        <source>{palette} finds every command, library, conversation and file; {keys} shows all keys.</source>
        <translation>{palette} 可查找所有命令、资料库、对话和文件；{keys} 显示所有按键。</translation>
    </message>
</context>
<context>
    <name>TourCard</name>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation>{number}/{count}</translation>
    </message>
</context>
<context>
    <name>TurnList</name>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Show earlier questions</source>
        <translation>显示更早的问题</translation>
    </message>
</context>
<context>
    <name>TurnView</name>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>For answers in full sentences,</source>
        <translation>若要完整语句的回答，</translation>
    </message>
    <message>
        <source>Look in all {count} documents</source>
        <translation>在全部 {count} 份文档中查找</translation>
    </message>
    <message>
        <source>Quotations from your files</source>
        <translation>文件中的引文</translation>
    </message>
    <message>
        <source>Sentences without support have a dotted line, words without support a dashed one.</source>
        <translation>无依据的句子标有点线，无依据的词语标有虚线。</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Show what was left out</source>
        <translation>显示省略的内容</translation>
    </message>
    <message>
        <source>The model has not answered for {seconds} s. Esc stops.</source>
        <translation>模型已有 {seconds} 秒没有回应。按 Esc 停止。</translation>
    </message>
    <message>
        <source>The page “All documents” lists and exports everything that was found.</source>
        <translation>“全部文档”页面会列出并导出找到的全部内容。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>You asked about all documents. The answer above rests on the passages that fit best.</source>
        <translation>您问的是所有文档。上面的回答只依据最相符的段落。</translation>
    </message>
    <message>
        <source>connect a model</source>
        <translation>连接模型</translation>
    </message>
</context>
<context>
    <name>VersionBar</name>
    <message>
        <source>Next version</source>
        <translation>下一版本</translation>
    </message>
    <message>
        <source>Previous version</source>
        <translation>上一版本</translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation>第 {number} 个，共 {count} 个</translation>
    </message>
</context>
<context>
    <name>WatchButton</name>
    <message>
        <source>Be told once when a file no longer says what stands here</source>
        <translation>当文件不再支持此处内容时通知一次</translation>
    </message>
    <message>
        <source>Press to stop watching</source>
        <translation>点按可取消关注</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>关注</translation>
    </message>
    <message>
        <source>Watched</source>
        <translation>已关注</translation>
    </message>
</context>
<context>
    <name>WatchCommands</name>
    <message>
        <source>It is no longer watched.</source>
        <translation>已取消关注。</translation>
    </message>
    <message>
        <source>Show all watched</source>
        <translation>显示全部关注内容</translation>
    </message>
    <message>
        <source>The conversation was deleted.</source>
        <translation>该对话已被删除。</translation>
    </message>
    <message>
        <source>{library}: {news}</source>
        <translation>{library}：{news}</translation>
    </message>
</context>
<context>
    <name>Watched</name>
    <message numerus="yes">
        <source>%Ln statements are watched.</source>
        <translation>
            <numerusform>正在关注 %Ln 条陈述。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln statements hold again.</source>
        <translation>
            <numerusform>%Ln 条陈述重新成立。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln statements no longer hold.</source>
        <translation>
            <numerusform>%Ln 条陈述不再成立。</numerusform>
        </translation>
    </message>
    <message>
        <source>A new file says otherwise</source>
        <translation>新文件说法不同</translation>
    </message>
    <message>
        <source>A new file says so, too</source>
        <translation>新文件也这样说</translation>
    </message>
    <message>
        <source>All hold: {count}</source>
        <translation>全部成立：{count}</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Before: {place}</source>
        <translation>之前：{place}</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Holds again</source>
        <translation>重新成立</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新</translation>
    </message>
    <message numerus="yes">
        <source>New files say something about %Ln statements.</source>
        <translation>
            <numerusform>新文件提到了 %Ln 条陈述。</numerusform>
        </translation>
    </message>
    <message>
        <source>No longer hold: {count} of {all}</source>
        <translation>不再成立：{all} 条中有 {count} 条</translation>
    </message>
    <message>
        <source>No longer holds: {verdict}</source>
        <translation>不再成立：{verdict}</translation>
    </message>
    <message>
        <source>Nothing stands in their place.</source>
        <translation>原处已没有相应内容。</translation>
    </message>
    <message>
        <source>Now: {place}</source>
        <translation>现在：{place}</translation>
    </message>
    <message>
        <source>Review table</source>
        <translation>审阅表</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>The file is gone</source>
        <translation>文件已不在</translation>
    </message>
    <message>
        <source>The file is no longer in the library.</source>
        <translation>该文件已不在资料库中。</translation>
    </message>
    <message>
        <source>The words are gone</source>
        <translation>原文已不在</translation>
    </message>
    <message>
        <source>You are told once when a file no longer says so, or a new file says something about them.</source>
        <translation>当文件不再这样说，或新文件提到相关内容时，会通知您一次。</translation>
    </message>
    <message>
        <source>file gone: {count}</source>
        <translation>文件已不在：{count}</translation>
    </message>
    <message>
        <source>in new files: {count}</source>
        <translation>新文件提到：{count}</translation>
    </message>
    <message>
        <source>watched since {day}</source>
        <translation>自{day}起关注</translation>
    </message>
</context>
<context>
    <name>WatchedLine</name>
    <message>
        <source>Watched answers and texts</source>
        <translation>关注的回答和文本</translation>
    </message>
</context>
<context>
    <name>WatchedList</name>
    <message>
        <source>Watched answers and texts</source>
        <translation>关注的回答和文本</translation>
    </message>
</context>
<context>
    <name>WatchedPane</name>
    <message>
        <source>Checked again whenever a file changes.</source>
        <translation>文件一有变化就会重新检查。</translation>
    </message>
    <message>
        <source>It stays as it is. You are no longer told when its files change.</source>
        <translation>内容保持不变。其文件更改时不再通知您。</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>资料库</translation>
    </message>
    <message>
        <source>Nothing is watched in this library yet. Choose “Watch this answer” in the menu ⋯ below an answer: when a file no longer says so, you are told here, with the old and the new words.</source>
        <translation>此资料库中尚未关注任何内容。请在回答下方的菜单 ⋯ 中选择“关注此回答”：当文件不再这样说时，会在此处连同新旧原文一起告诉您。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Stop watching</source>
        <translation>取消关注</translation>
    </message>
    <message>
        <source>Stop watching “{title}”?</source>
        <translation>要取消关注“{title}”吗？</translation>
    </message>
    <message>
        <source>The file is no longer in the library.</source>
        <translation>该文件已不在资料库中。</translation>
    </message>
    <message>
        <source>Watched</source>
        <translation>已关注</translation>
    </message>
    <message>
        <source>Watched in {library}</source>
        <translation>{library} 中的关注内容</translation>
    </message>
</context>
<context>
    <name>WelcomePage</name>
    <message>
        <source>Ask questions of your own files</source>
        <translation>向自己的文件提问</translation>
    </message>
    <message>
        <source>Every answer shows the passage it came from.
Your files stay where they are, on this computer.</source>
        <translation>每个回答都显示其出自的段落。
文件保留在此计算机的原处。</translation>
    </message>
    <message>
        <source>Try it with the guide</source>
        <translation>用指南试一试</translation>
    </message>
</context>
<context>
    <name>Why</name>
    <message>
        <source>A passage</source>
        <translation>一个段落</translation>
    </message>
    <message>
        <source>Answered a question</source>
        <translation>回答了一个问题</translation>
    </message>
    <message>
        <source>Answered by</source>
        <translation>回答者</translation>
    </message>
    <message>
        <source>Surroundings of the best passages</source>
        <translation>最佳段落的上下文</translation>
    </message>
    <message>
        <source>Chose how to search</source>
        <translation>选择了搜索方式</translation>
    </message>
    <message>
        <source>Combined the results</source>
        <translation>合并了结果</translation>
    </message>
    <message>
        <source>Followed references</source>
        <translation>跟随了引用</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指示</translation>
    </message>
    <message>
        <source>Merged passages into sections</source>
        <translation>将段落合并为章节</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Model call {number}</source>
        <translation>模型调用 {number}</translation>
    </message>
    <message>
        <source>Prepared the question for meaning search</source>
        <translation>为语义检索准备问题</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Read everything</source>
        <translation>阅读了全部内容</translation>
    </message>
    <message>
        <source>Response mode</source>
        <translation>响应模式</translation>
    </message>
    <message>
        <source>Searched by meaning</source>
        <translation>按语义搜索</translation>
    </message>
    <message>
        <source>Searched by words</source>
        <translation>按词语搜索</translation>
    </message>
    <message>
        <source>Searched by words and meaning</source>
        <translation>按词语和语义搜索</translation>
    </message>
    <message>
        <source>Searched the graph of facts</source>
        <translation>搜索了事实图谱</translation>
    </message>
    <message>
        <source>Searched the table of keywords</source>
        <translation>搜索了关键词表</translation>
    </message>
    <message>
        <source>Searched the tree of summaries</source>
        <translation>搜索了摘要树</translation>
    </message>
    <message>
        <source>Searched: {what}</source>
        <translation>搜索：{what}</translation>
    </message>
    <message>
        <source>Passages from several files</source>
        <translation>来自多个文件的段落</translation>
    </message>
    <message>
        <source>Summarised</source>
        <translation>已总结</translation>
    </message>
    <message>
        <source>The agent reasoned</source>
        <translation>智能体进行了推理</translation>
    </message>
    <message>
        <source>This step ended with an error: {error}</source>
        <translation>此步骤以错误结束：{error}</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Used a tool</source>
        <translation>使用了工具</translation>
    </message>
    <message>
        <source>Used the tool {name}</source>
        <translation>使用了工具 {name}</translation>
    </message>
    <message>
        <source>Whole pages and files compared</source>
        <translation>比较整页和整个文件</translation>
    </message>
    <message>
        <source>Wrote query variations</source>
        <translation>编写了查询变体</translation>
    </message>
    <message>
        <source>Wrote the answer</source>
        <translation>撰写了回答</translation>
    </message>
    <message>
        <source>You</source>
        <translation>您</translation>
    </message>
    <message>
        <source>You said that an earlier answer was wrong</source>
        <translation>您指出以前的答案有误</translation>
    </message>
    <message>
        <source>You said that this answers it</source>
        <translation>您指出这回答了问题</translation>
    </message>
    <message>
        <source>a step</source>
        <translation>一个步骤</translation>
    </message>
    <message>
        <source>added</source>
        <translation>已添加</translation>
    </message>
    <message>
        <source>down by {count}</source>
        <translation>下降 {count}</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>已排除</translation>
    </message>
    <message>
        <source>the model reads {window} tokens at once</source>
        <translation>模型一次读取 {window} 个词元</translation>
    </message>
    <message>
        <source>up by {count}</source>
        <translation>上升 {count}</translation>
    </message>
    <message>
        <source>{after} of {before} kept</source>
        <translation>{before} 个中保留 {after} 个</translation>
    </message>
    <message>
        <source>{answer} reserved for the answer</source>
        <translation>{answer} 预留给回答</translation>
    </message>
    <message>
        <source>{count} ms</source>
        <translation>{count} 毫秒</translation>
    </message>
    <message>
        <source>{count} s</source>
        <translation>{count} 秒</translation>
    </message>
    <message>
        <source>{file} · page {page}</source>
        <translation>{file} · 第 {page} 页</translation>
    </message>
    <message>
        <source>{left} left</source>
        <translation>剩余 {left}</translation>
    </message>
    <message>
        <source>{number} · cited</source>
        <translation>{number} · 已引用</translation>
    </message>
    <message>
        <source>{number} · read</source>
        <translation>{number} · 已读</translation>
    </message>
    <message>
        <source>{prompt} of {window} tokens sent</source>
        <translation>{window} 个词元中发送了 {prompt} 个</translation>
    </message>
    <message>
        <source>{prompt} tokens were sent</source>
        <translation>发送了 {prompt} 个词元</translation>
    </message>
    <message>
        <source>{read} tokens read</source>
        <translation>读取 {read} 个词元</translation>
    </message>
    <message>
        <source>{read} tokens read ({cached} of them remembered), {written} written</source>
        <translation>读取 {read} 个词元（其中 {cached} 个已缓存），写出 {written} 个</translation>
    </message>
    <message>
        <source>{read} tokens read, {written} written</source>
        <translation>读取 {read} 个词元，写出 {written} 个</translation>
    </message>
    <message>
        <source>{size} numbers represent the meaning of the question. Passages with similar numbers match.</source>
        <translation>{size} 个数字表示问题的含义。数字相近的段落即为匹配。</translation>
    </message>
</context>
<context>
    <name>WhyDialog</name>
    <message numerus="yes">
        <source>%Ln model calls</source>
        <translation>
            <numerusform>%Ln 次模型调用</numerusform>
        </translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>过程</translation>
    </message>
    <message>
        <source>Why this answer?</source>
        <translation>为何如此回答？</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message numerus="yes">
        <source>%Ln files</source>
        <translation>
            <numerusform>%Ln 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files are gone</source>
        <translation>
            <numerusform>%Ln 个文件已不在原处</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files need attention</source>
        <translation>
            <numerusform>%Ln 个文件需要处理</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln models</source>
        <translation>
            <numerusform>%Ln 个模型</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passages</source>
        <translation>
            <numerusform>%Ln 个段落</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <translation>
            <numerusform>%Ln 个等待中</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Building the index for this way of searching…</source>
        <translation>正在为此搜索方式建立索引…</translation>
    </message>
    <message>
        <source>Building · {done} of {total}</source>
        <translation>正在建立 · {done}/{total}</translation>
    </message>
    <message>
        <source>Building…</source>
        <translation>正在建立…</translation>
    </message>
    <message>
        <source>Changing search model, {percent}%</source>
        <translation>正在更换检索模型：{percent}%</translation>
    </message>
    <message>
        <source>Connecting to the model…</source>
        <translation>正在连接模型…</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>最近 30 天</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>最近 7 天</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>已排除</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>正在加载模型…</translation>
    </message>
    <message>
        <source>Looking for files…</source>
        <translation>正在查找文件…</translation>
    </message>
    <message>
        <source>Meaning search {percent}% ready</source>
        <translation>语义检索已就绪 {percent}%</translation>
    </message>
    <message>
        <source>No files yet</source>
        <translation>暂无文件</translation>
    </message>
    <message>
        <source>Not readable</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>Notes on {work}</source>
        <translation>关于 {work} 的笔记</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>离线</translation>
    </message>
    <message>
        <source>Offline · still searchable</source>
        <translation>离线 · 仍可搜索</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Paused · {waiting}</source>
        <translation>已暂停 · {waiting}</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已置顶</translation>
    </message>
    <message>
        <source>Reading the passages…</source>
        <translation>正在阅读段落…</translation>
    </message>
    <message>
        <source>Reading {done} of {total}</source>
        <translation>正在读取 {done}/{total}</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Searchable by words; meaning search {percent}% ready</source>
        <translation>可按词语搜索；语义检索已就绪 {percent}%</translation>
    </message>
    <message>
        <source>Searchable · changing search model, {percent}%</source>
        <translation>可搜索 · 正在更改检索模型，{percent}%</translation>
    </message>
    <message>
        <source>Searching your files…</source>
        <translation>正在搜索文件…</translation>
    </message>
    <message>
        <source>The model is thinking…</source>
        <translation>模型正在思考…</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Waiting for its turn</source>
        <translation>正在排队</translation>
    </message>
    <message>
        <source>Words only</source>
        <translation>仅词语</translation>
    </message>
    <message>
        <source>Working…</source>
        <translation>正在处理…</translation>
    </message>
    <message>
        <source>Writing the answer…</source>
        <translation>正在撰写回答…</translation>
    </message>
    <message>
        <source>Writing variations of the question…</source>
        <translation>正在编写问题变体…</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>You said that this answers it</source>
        <translation>您指出这回答了问题</translation>
    </message>
    <message>
        <source>attached</source>
        <translation>附加</translation>
    </message>
    <message>
        <source>found by meaning</source>
        <translation>按语义找到</translation>
    </message>
    <message>
        <source>found by words</source>
        <translation>按词语找到</translation>
    </message>
    <message>
        <source>found by words and meaning</source>
        <translation>按词语和语义找到</translation>
    </message>
    <message>
        <source>meaning</source>
        <translation>语义</translation>
    </message>
    <message>
        <source>page {number} · {time}</source>
        <translation>第 {number} 页 · {time}</translation>
    </message>
    <message>
        <source>page {page}</source>
        <translation>第 {page} 页</translation>
    </message>
    <message>
        <source>shown by you</source>
        <translation>由您指出</translation>
    </message>
    <message>
        <source>slide {page}</source>
        <translation>幻灯片 {page}</translation>
    </message>
    <message>
        <source>words</source>
        <translation>词语</translation>
    </message>
    <message>
        <source>words and meaning</source>
        <translation>词语和语义</translation>
    </message>
    <message numerus="yes">
        <source>{files} · %Ln need attention</source>
        <translation>
            <numerusform>{files} · %Ln 个需要处理</numerusform>
        </translation>
    </message>
    <message>
        <source>“{text}”</source>
        <translation>“{text}”</translation>
    </message>
    <message>
        <source>{count} h</source>
        <translation>{count} 小时</translation>
    </message>
    <message>
        <source>{count} min</source>
        <translation>{count} 分钟</translation>
    </message>
    <message>
        <source>{count} s</source>
        <translation>{count} 秒</translation>
    </message>
    <message>
        <source>{files} · meaning search {percent}% ready</source>
        <translation>{files} · 语义检索已就绪 {percent}%</translation>
    </message>
    <message>
        <source>{files} · ready</source>
        <translation>{files} · 就绪</translation>
    </message>
    <message>
        <source>{files} · waiting for its turn</source>
        <translation>{files} · 正在排队</translation>
    </message>
    <message>
        <source>{files} · {waiting}</source>
        <translation>{files} · {waiting}</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>剩余 {time}</translation>
    </message>
    <message>
        <source>{time} s</source>
        <translation>{time} 秒</translation>
    </message>
    <message>
        <source>{used} of {all} passages used</source>
        <translation>使用了 {all} 个段落中的 {used} 个</translation>
    </message>
</context>
<context>
    <name>_ColumnForm</name>
    <message>
        <source>Always</source>
        <translation>始终</translation>
    </message>
    <message>
        <source>Ask only if</source>
        <translation>仅在此时询问</translation>
    </message>
    <message>
        <source>Choices</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>For example: How long is the notice period?</source>
        <translation>例如：通知期有多长？</translation>
    </message>
    <message>
        <source>For example: months</source>
        <translation>例如：个月</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>One on each line, two or more.</source>
        <translation>每行一个，至少两个。</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>Value of the other column</source>
        <translation>另一列的值</translation>
    </message>
    <message>
        <source>Values as they should look, one on each line.</source>
        <translation>期望的取值，每行一个。</translation>
    </message>
    <message>
        <source>What you would tell a person who fills in this column. Only a model reads it.</source>
        <translation>您会告诉填写此列的人的内容。只有模型会读。</translation>
    </message>
    <message>
        <source>Without one, the name is asked.</source>
        <translation>如不填写，则以名称提问。</translation>
    </message>
    <message>
        <source>is</source>
        <translation>为</translation>
    </message>
    <message>
        <source>“{column}”</source>
        <translation>“{column}”</translation>
    </message>
</context>
<context>
    <name>_HitTable</name>
    <message>
        <source>Sentences found by meaning</source>
        <translation>按含义找到的句子</translation>
    </message>
</context>
<context>
    <name>_ListView</name>
    <message>
        <source>Conversations</source>
        <translation>对话</translation>
    </message>
</context>
<context>
    <name>_PageNumbers</name>
    <message>
        <source>Page {page}</source>
        <translation>第 {page} 页</translation>
    </message>
</context>
<context>
    <name>_RegisterTable</name>
    <message>
        <source>Register</source>
        <translation>登记表</translation>
    </message>
</context>
<context>
    <name>_ScopeRow</name>
    <message>
        <source>All documents, or only type:pdf folder:contracts</source>
        <translation>所有文档，或 type:pdf folder:合同</translation>
    </message>
    <message>
        <source>Asking only {what}. Press to remove.</source>
        <translation>仅向 {what} 提问。按下可移除。</translation>
    </message>
    <message>
        <source>Click to remove</source>
        <translation>单击可移除</translation>
    </message>
    <message>
        <source>Documents that are asked</source>
        <translation>要询问的文档</translation>
    </message>
    <message>
        <source>Only {files}</source>
        <translation>仅 {files}</translation>
    </message>
</context>
</TS>
